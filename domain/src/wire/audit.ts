/** An act of the staff, as the audit shows it. Names are today's. */
export interface AuditRow {
  /** By which it is undone. */
  id: string;
  position: string;
  /** The event's type without its version: 'MemberBanned'. */
  kind: string;
  area: string;
  at: string;
  /** Null: the installation itself. */
  actor: AuditPerson | null;
  subject: { kind: string; id: number; name: string | null };
  /** The member whom it concerns. */
  person: AuditPerson | null;
  reason: string | null;
  /** What it changed: the same fields in both; null where there was nothing before, or is nothing after. */
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
  undoes: string | null;
  undone_by: string | null;
  /** Whether it is of a kind that can be undone, and has not been. */
  undoable: boolean;
}

export interface AuditPerson {
  id: number;
  username: string;
}

/** What became of each act of a span that was to be undone, the newest first. */
export interface UndoResult {
  id: string;
  kind: string;
  success: boolean;
  error?: string;
  code?: string;
  field?: string;
}

/** A ban that holds. */
export interface BanRow {
  user_id: number;
  username: string;
  reason: string | null;
  /** Null: without an end. */
  until: string | null;
}
