import type { EventType } from '@guildhall/domain/events.js';
import type { AuditArea } from '@guildhall/domain/wire/kinds.js';
import type { ViewDocument } from '../../view-store.js';

export interface AuditSubject {
  kind:
    | 'member'
    | 'role'
    | 'key'
    | 'server'
    | 'player'
    | 'section'
    | 'subsection'
    | 'thread'
    | 'post'
    | 'wallpost'
    | 'report'
    | 'theme'
    | 'site';
  id: number;
}

export interface AuditDocument extends ViewDocument {
  id: string;
  /** The time of the event, followed by its position to distinguish equal times. */
  order: string;
  stream: string;
  revision: number;
  type: EventType;
  area: AuditArea;
  actorId: number | null;
  /** Has the form `<kind>:<id>`. */
  subject: string;
  personId: number | null;
  at: string;
  reason: string | null;
  data: unknown;
  before: unknown;
  /** Shared by all entries of a call, such as a ban of several members. Null for the installation's own entries. */
  batch: string | null;
  undoes: string | null;
  /** Null while this entry is in force, even if its undo was itself undone. */
  undoneBy: string | null;
}

export const formatSubject = ({ kind, id }: AuditSubject): string => `${kind}:${id}`;
