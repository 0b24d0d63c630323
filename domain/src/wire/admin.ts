import type { PermissionKey } from '../roles.js';
import type { PlaceFlags } from '../permissions.js';
import type { AuthorFields } from './rest.js';
import type { ReportKind, ReportSubject } from '../report/events.js';

/** The shapes that the calls of the staff answer. Times are ISO 8601 in UTC. */
export interface AccountRow {
  id: number;
  username: string;
  email: string;
  verified: boolean;
  banned: boolean;
  ban: { reason: string | null; until: string | null } | null;
  is_admin: boolean;
  role: string;
  role_id: number;
  permissions: PermissionKey[];
  avatar_url: string | null;
  created_at: string;
  posts: number;
}

export interface RoleRow {
  id: number;
  name: string;
  display_name: string;
  description: string;
  permissions: PermissionKey[];
  /** Admin and Member, which stay as they are. */
  default: boolean;
  /** How many hold it. */
  holders: number;
}

export interface RoleHolder {
  id: number;
  username: string;
  avatar_url: string | null;
}

/** An entry of a section, or of a subsection: the other is null. */
export interface PermissionEntryRow extends PlaceFlags {
  /** Of this role in this place, for ever. */
  id: number;
  section_id: number | null;
  subsection_id: number | null;
  role_id: number;
}

export interface MatrixAnswer {
  section_id: number;
  subsection_id: number | null;
  /** For `If-Match` of the call that saves it whole. */
  version: number;
  entries: PermissionEntryRow[];
}

/** A mail that was not sent yet. */
export interface MailRow {
  id: string;
  user_id: number;
  username: string;
  kind: string;
  attempts: number;
  last_error: string | null;
  /** When it is tried; null where it is tried no more. */
  due_at: string | null;
  /** Its link or its use has ended before it could be sent. */
  expired: boolean;
  created_at: string;
}

/** What became of one of those that a bulk act names; in their order. */
export interface BulkResult {
  id: number;
  success: boolean;
  error?: string;
  code?: string;
  /** The ids by which it can be undone. */
  acts?: string[];
}

export type ReportStatus = 'open' | 'taken' | 'resolved';

/** What somebody reported, as he sees it himself. */
export interface OwnReportRow {
  id: number;
  kind: ReportKind;
  subject: ReportSubjectRow | null;
  text: string;
  status: ReportStatus;
  created_at: string;
  resolved_at: string | null;
  /** What the staff says to it. */
  answer: string | null;
}

export interface ReportRow extends OwnReportRow {
  pos: string;
  reporter: AuthorFields;
  /** Who looks after it, or resolved it. */
  staff: AuthorFields | null;
}

/** Path and title are null for what the reader may not see. */
export interface ReportSubjectRow extends ReportSubject {
  path: string | null;
  title: string | null;
}

export interface ReportNoteRow extends AuthorFields {
  at: string;
  kind: 'taken' | 'resolved' | 'reopened' | 'noted';
  /** Of a note, or what the reporter was answered. */
  text: string | null;
}

export interface ReportDetail extends ReportRow {
  /** What was done about it, in order. */
  notes: ReportNoteRow[];
}

/** How the views stand. Positions are opaque: of fixed width, to be compared. */
export interface ProjectionsAnswer {
  generation: number;
  checkpoint: string;
  /** Null while the log cannot be reached. */
  head: string | null;
  /** 'following' where all is well; 'away' where the projector's process has not been heard of for a while. */
  state: string;
  /** Events that could not be folded and were passed over. */
  poison: readonly PoisonRow[];
  /** What is being done now. */
  work: 'rebuild' | 'verify' | null;
  /** While a rebuild runs; without a total where nobody can tell how many events there are. */
  progress: { phase: 'building' | 'switching'; done: number; total?: number; eventsPerSecond: number } | null;
  /** Since the projector's start. */
  lastRebuild: ProjectionsOutcome | null;
  lastVerify: ProjectionsOutcome | null;
}

export interface PoisonRow {
  position: string;
  type: string;
  stream: string;
  error: string;
  at: string;
}

/** How a rebuild or a verification ended. */
export interface ProjectionsOutcome {
  at: string;
  ok: boolean;
  message: string;
  /** Of a verification that came to its end. */
  report?: VerifyRow;
}

export interface VerifyRow {
  documents: number;
  differences: DifferenceRow[];
  /** More documents differ than are named. */
  more: boolean;
}

/** A document of the views that is not what the log says; `extra`: it should not be there. */
export interface DifferenceRow {
  collection: string;
  id: string | number;
  kind: 'missing' | 'extra' | 'different';
  /** The names of the fields that differ. */
  fields: string[];
}
