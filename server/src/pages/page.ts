import type { Actor } from '@guildhall/domain/permissions.js';
import type { SectionRow } from '@guildhall/domain/wire/schemas/forum/sections.js';
import type { SiteResponse } from '@guildhall/domain/wire/schemas/site/site.js';
import type { Html } from '../text/html.js';
import type { PageReads } from './page-reads.js';

/** The content of a page's HTML before its scripts run: for readers, search engines and chats that unfold a link. */
export interface Page {
  /** 200 by default. */
  status?: 302 | 404 | 503;
  /** With status 302: another address at this site. */
  movedTo?: string;
  /** Null: only the name of the site. */
  title: string | null;
  description: string;
  /** The page's own address at this site, if search engines may index it. */
  canonical?: string | null;
  /** `website` by default. */
  kind?: 'article' | 'profile';
  /** An address at this site. */
  picture?: string | null;
  /** The address of an Atom feed with the same content. */
  feed?: string;
  /** The file of its screen, below `web/src/features`. */
  screen?: string | null;
  content: Html;
}

export interface PageContext {
  actor: Actor;
  reads: PageReads;
  site: SiteResponse;
  sections: SectionRow[];
  /** Parameters in the address of the page. */
  params: Record<string, string>;
}

export type RenderPage = (context: PageContext) => Promise<Page> | Page;
