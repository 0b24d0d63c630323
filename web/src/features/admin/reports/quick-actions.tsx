import { can } from '@guildhall/domain/permissions.js';
import type { ReportedSubjectRow, ReportRow } from '@guildhall/domain/wire/schemas/staff/reports.js';
import type { AccountRow } from '@guildhall/domain/wire/schemas/staff/users.js';
import type { WriteResponse } from '@guildhall/domain/wire/schemas/write.js';
import { useState, type RefObject } from 'react';
import { useMutation } from '../../../shared/hooks/use-mutation.js';
import { send } from '../../../shared/api/api.js';
import { formatDateAndTime } from '../../../shared/dates.js';
import { linkTo } from '../../../shared/paths.js';
import { hasProfile } from '../../../shared/state/members.js';
import { useActor } from '../../../shared/state/session.js';
import { Button, ButtonLink } from '../../../ui/button.js';
import { Alert } from '../../../ui/alert.js';
import { withUndo } from '../shared/undo-actions.js';
import { RemovalDialog } from '../../../ui/dialog/removal-dialog.js';
import { useResponse } from '../../../queries/use-response.js';
import styles from './reports.module.css';
import { texts } from './texts.js';

interface QuickActionsProps {
  row: ReportRow;
  onChanged: () => void;
  /** Receives the focus when the button is removed. */
  back: RefObject<HTMLElement | null>;
}

export function QuickActions({ row: { subject }, onChanged, back }: QuickActionsProps) {
  const actor = useActor();
  if (!subject || subject.path === null) return null;
  if (subject.kind === 'member') return <BanActions id={subject.id} name={subject.title ?? ''} />;
  const mayDelete = subject.kind !== 'thread' || actor.keys.has('delete_topics');
  return (
    <>
      <ButtonLink to={subject.path}>{texts.show}</ButtonLink>
      <AuthorBan subject={subject} kind="secondary" />
      {mayDelete && !subject.deleted && <Deletion subject={subject} onChanged={onChanged} back={back} />}
    </>
  );
}

interface AuthorBanProps {
  subject: ReportedSubjectRow | null;
  kind?: 'quiet' | 'secondary';
}

/** Links to the form, which also shows whether the member is already banned or outranks the viewer. */
export function AuthorBan({ subject, kind = 'quiet' }: AuthorBanProps) {
  const actor = useActor();
  if (!subject || !can(actor, 'ban')) return null;
  const member = subject.kind === 'member' ? { user_id: subject.id, username: subject.title ?? '' } : subject.author;
  const isReachable = member !== null && member.user_id !== actor.userId && hasProfile(member.username);
  if (!isReachable || (subject.kind === 'member' && subject.path === null)) return null;
  return (
    <ButtonLink kind={kind} to={linkTo('adminBan', { id: String(member.user_id) })}>
      {texts.banMember(member.username)}
    </ButtonLink>
  );
}

/** Only staff with access to accounts can read the ban. */
function useBan(id: number | null) {
  const seesAccounts = can(useActor(), 'view-users');
  return useResponse<AccountRow>(id !== null && seesAccounts ? `/admin/users/${id}` : null);
}

function BanActions({ id, name }: { id: number; name: string }) {
  const actor = useActor();
  const { body, reload } = useBan(id);
  const { busy, fault, run } = useMutation(texts.failed);
  if (!can(actor, 'ban') || (can(actor, 'view-users') && body === null)) return null;
  if (!body?.ban) return <ButtonLink to={linkTo('adminBan', { id: String(id) })}>{texts.banMember(name)}</ButtonLink>;
  const unban = (key: string) =>
    withUndo(send<WriteResponse>('POST', `/admin/unban/${id}`, key, {}), texts.unbanned(name), reload);
  return (
    <>
      <Button aria-disabled={busy} onClick={() => void run(id, unban)}>
        {texts.unban(name)}
      </Button>
      {fault !== null && <Alert kind="error">{fault}</Alert>}
    </>
  );
}

export function BanState({ row: { subject } }: { row: ReportRow }) {
  const ban = useBan(subject?.kind === 'member' && subject.path !== null ? subject.id : null).body?.ban;
  if (!ban) return null;
  return (
    <div className={styles['ban']}>
      <h3>{texts.ban}</h3>
      <p>{ban.until === null ? texts.bannedPermanently : texts.banned(formatDateAndTime(new Date(ban.until)))}</p>
      <p className="faint">{ban.reason === null ? texts.noReason : `${texts.banReason} “${ban.reason}”`}</p>
    </div>
  );
}

type ReportedPost = ReportedSubjectRow & { kind: 'thread' | 'post' | 'wallpost' };
const calls = { thread: '/forums/threads', post: '/forums/posts', wallpost: '/profile/posts' } as const;

type DeletionProps = Pick<QuickActionsProps, 'onChanged' | 'back'> & { subject: ReportedSubjectRow };

function Deletion({ subject, onChanged, back }: DeletionProps) {
  const [isConfirming, setConfirming] = useState(false);
  const { userId } = useActor();
  if (!isWritten(subject)) return null;
  const { kind, id, title, author } = subject;
  const remove = (key: string, reason?: string) =>
    withUndo(send<WriteResponse>('DELETE', `${calls[kind]}/${id}`, key, { reason }), texts.deleted[kind], onChanged);
  return (
    <>
      <Button kind="danger" onClick={() => setConfirming(true)}>
        {texts.delete[kind]}
      </Button>
      {isConfirming && (
        <RemovalDialog
          removal={{
            title: texts.deleteTitle[kind],
            body: texts.deleteBody[kind](title ?? ''),
            failureText: texts.failed,
            asksReason: author?.user_id !== userId,
            remove,
          }}
          open
          close={() => setConfirming(false)}
          back={back}
        />
      )}
    </>
  );
}

const isWritten = (subject: ReportedSubjectRow): subject is ReportedPost => subject.kind !== 'member';
