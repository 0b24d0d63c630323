import type { EventType } from '@guildhall/domain/events.js';
import type { AuditArea } from '@guildhall/domain/wire/kinds.js';
import type { ViewDocument } from '../../view-store.js';

/** What an act was done to. */
export interface AuditSubject {
  kind: 'member' | 'role' | 'section' | 'subsection' | 'thread' | 'post' | 'wallpost' | 'report' | 'theme' | 'site';
  /** 0 where there is one alone. */
  id: number;
}

/** One act of the staff: its event, and what lists filter by. Texts in it are sealed. */
export interface AuditDocument extends ViewDocument {
  /** The event's. */
  id: string;
  /** Its time and, where several share it, its position: what lists are sorted by. */
  order: string;
  stream: string;
  revision: number;
  type: EventType;
  area: AuditArea;
  /** Null for the installation itself. */
  actorId: number | null;
  /** `<kind>:<id>` */
  subject: string;
  /** The member whom it concerns: who is banned, or who wrote what is deleted. */
  personId: number | null;
  at: string;
  reason: string | null;
  data: unknown;
  /** The text that stood before an edit, or the status of a report before it was worked on. */
  before: unknown;
  /** The id of the act that this one takes back. */
  undoes: string | null;
  /** The id of the act that took this one back; null as long as it holds, also after that was taken back in turn. */
  undoneBy: string | null;
}

export const subjectOf = ({ kind, id }: AuditSubject): string => `${kind}:${id}`;
