import type { Actor } from '@guildhall/domain/permissions.js';
import type { OwnThreadList } from '@guildhall/domain/wire/kinds.js';
import type { SectionRow } from '@guildhall/domain/wire/schemas/forum/sections.js';
import type { SiteResponse } from '@guildhall/domain/wire/schemas/site/site.js';
import type { Html } from '../text/html.js';
import type { PageReads } from './page-reads.js';

export interface Page {
  status?: 302 | 404 | 503;
  movedTo?: string;
  title: string | null;
  description: string;
  canonical?: string | null;
  kind?: 'article' | 'profile';
  picture?: string | null;
  feed?: string;
  screen?: string | null;
  content: Html;
}

export interface PageContext {
  actor: Actor;
  reads: PageReads;
  site: SiteResponse;
  sections: SectionRow[];
  params: Record<string, string>;
  /** The tab in the URL. Null for guests. */
  tab: OwnThreadList | null;
}

export type RenderPage = (context: PageContext) => Promise<Page> | Page;
