import type { EventType } from '@guildhall/domain/events.js';
import type { AuditArea } from '@guildhall/domain/wire/kinds.js';
import type { ViewDocument } from '../../view-store.js';

export interface AuditSubject {
  kind: 'member' | 'role' | 'section' | 'subsection' | 'thread' | 'post' | 'wallpost' | 'report' | 'theme' | 'site';
  id: number;
}

export interface AuditDocument extends ViewDocument {
  id: string;
  /** The event's time, followed by its position to distinguish equal times. */
  order: string;
  stream: string;
  revision: number;
  type: EventType;
  area: AuditArea;
  actorId: number | null;
  /** `<kind>:<id>` */
  subject: string;
  personId: number | null;
  at: string;
  reason: string | null;
  data: unknown;
  before: unknown;
  /** Shared by all of a call's entries, such as the ban of several members; null for the installation's entries. */
  batch: string | null;
  undoes: string | null;
  /** Null while this entry is in force, including when its undo was itself undone. */
  undoneBy: string | null;
}

export const subjectOf = ({ kind, id }: AuditSubject): string => `${kind}:${id}`;
