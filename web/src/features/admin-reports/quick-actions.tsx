import { can } from '@guildhall/domain/permissions.js';
import type { ReportRow, ReportSubjectRow } from '@guildhall/domain/wire/schemas/staff/reports.js';
import type { AccountRow } from '@guildhall/domain/wire/schemas/staff/users.js';
import type { WriteResponse } from '@guildhall/domain/wire/schemas/write.js';
import { useRef, useState } from 'react';
import { send, messageOf } from '../../shared/api/api.js';
import { dateAndTime } from '../../shared/dates.js';
import { linkTo } from '../../shared/paths.js';
import { useActor } from '../../shared/state/session.js';
import { Button, buttonClass, ButtonLink } from '../../ui/button.js';
import { Alert } from '../../ui/alert.js';
import { showDone } from '../admin-shared/undo-actions.js';
import { RemovalDialog } from '../../ui/dialog/removal-dialog.js';
import { AsyncContent } from '../../ui/loading/async-content.js';
import { useResponse } from '../../queries/use-response.js';
import styles from './reports.module.css';
import { texts } from './texts.js';

/** The immediate actions on what is reported, as far as the person may take them. */
export function QuickActions({ row: { subject } }: { row: ReportRow }) {
  const actor = useActor();
  if (!subject || subject.path === null) return null;
  if (subject.kind !== 'member') {
    const mayDelete = subject.kind !== 'thread' || actor.keys.has('delete_topics');
    return (
      <div className={styles['acts']} role="group" aria-label={texts.acts}>
        <ButtonLink to={subject.path}>{texts.show}</ButtonLink>
        {mayDelete && <Deletion subject={subject} />}
      </div>
    );
  }
  const name = subject.title ?? '';
  return (
    <div role="group" aria-label={texts.acts} className={styles['form']}>
      {can(actor, 'view-users') && <MemberState id={subject.id} name={name} />}
      {!can(actor, 'view-users') && can(actor, 'ban') && <BanLink id={subject.id} name={name} />}
    </div>
  );
}

function BanLink({ id, name }: { id: number; name: string }) {
  return (
    <div className={styles['acts']}>
      <ButtonLink to={linkTo('adminBan', { id: String(id) })}>{texts.banMember(name)}</ButtonLink>
    </div>
  );
}

/** The current ban, which an appeal is about, and the links to end it or to start one. */
function MemberState({ id, name }: { id: number; name: string }) {
  const actor = useActor();
  const response = useResponse<AccountRow>(`/admin/users/${id}`);
  return (
    <AsyncContent answer={response} height={64}>
      {({ ban }) => (
        <>
          {ban && (
            <div className={styles['ban']}>
              <h3>{texts.ban}</h3>
              <p>{ban.until === null ? texts.bannedForEver : texts.banned(dateAndTime(new Date(ban.until)))}</p>
              <p className={styles['faint']}>
                {ban.reason === null ? texts.noReason : `${texts.banReason} “${ban.reason}”`}
              </p>
            </div>
          )}
          {can(actor, 'ban') && !ban && <BanLink id={id} name={name} />}
          {can(actor, 'ban') && ban && <Unban id={id} name={name} changed={() => void response.reload()} />}
        </>
      )}
    </AsyncContent>
  );
}

function Unban({ id, name, changed }: { id: number; name: string; changed: () => void }) {
  const [key] = useState(() => crypto.randomUUID());
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  async function unban() {
    if (busy) return;
    setBusy(true);
    try {
      const { body } = await send<WriteResponse>('POST', `/admin/unban/${id}`, key, {});
      showDone(texts.unbanned(name), body.acts, changed);
      changed();
    } catch (error) {
      setFault(messageOf(error, texts.failed));
    } finally {
      setBusy(false);
    }
  }
  return (
    <div className={styles['acts']}>
      <Button aria-disabled={busy} onClick={() => void unban()}>
        {texts.unban(name)}
      </Button>
      {fault !== null && <Alert kind="error">{fault}</Alert>}
    </div>
  );
}

type Written = ReportSubjectRow & { kind: 'thread' | 'post' | 'wallpost' };
const calls = { thread: '/forums/threads', post: '/forums/posts', wallpost: '/profile/posts' } as const;

function Deletion({ subject }: { subject: ReportSubjectRow }) {
  const [asking, setAsking] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  if (!isWritten(subject)) return null;
  const { kind, id, title } = subject;
  async function runAction(key: string): Promise<string | null> {
    try {
      const { body } = await send<WriteResponse>('DELETE', `${calls[kind]}/${id}`, key, {});
      showDone(texts.deleted[kind], body.acts, () => {});
      return null;
    } catch (error) {
      return messageOf(error, texts.failed);
    }
  }
  return (
    <>
      <button ref={button} type="button" className={buttonClass('danger')} onClick={() => setAsking(true)}>
        {texts.delete[kind]}
      </button>
      {asking && (
        <RemovalDialog
          removal={{ title: texts.deleteTitle[kind](title ?? ''), body: texts.deleteBody, act: runAction }}
          open
          close={() => setAsking(false)}
          back={button}
        />
      )}
    </>
  );
}

const isWritten = (subject: ReportSubjectRow): subject is Written => subject.kind !== 'member';
