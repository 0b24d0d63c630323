import type { WriteResponse } from '@guildhall/domain/wire/schemas/write.js';
import { useRef, useState } from 'react';
import { changeResponse, useResponse } from '../../queries/use-response.js';
import { send } from '../../shared/api/api.js';
import { useMutation } from '../../shared/hooks/use-mutation.js';
import { showToast } from '../../shared/toast.js';
import { Alert, LoadError } from '../../ui/alert.js';
import { Button } from '../../ui/button.js';
import { Dialog, DialogEnd } from '../../ui/dialog/dialog.js';
import { Skeleton } from '../../ui/skeleton.js';
import { When } from '../../ui/time/when.js';
import { findDeviceName } from './devices/device-name.js';
import { Setting } from './setting.js';
import styles from './settings.module.css';
import { texts } from './texts.js';

const address = '/sessions';

/** The id only names the session and does not grant access. */
export interface SessionRow {
  id: string;
  user_agent: string;
  created_at: string;
  /** Rounded by the server to a quarter of an hour. */
  used_at: string;
  expires_at: string;
  current: boolean;
}

const removeSessions = (isRemoved: (session: SessionRow) => boolean) =>
  changeResponse<SessionRow[]>(address, (rows) => rows.filter((session) => !isRemoved(session)));

export function SessionsPart() {
  const { body, fault: loadFault, reload } = useResponse<SessionRow[]>(address);
  const sessions = sortSessions(body ?? []);
  const { fault, run } = useMutation(texts.endFailed);
  const list = useRef<HTMLDivElement>(null);
  async function endSession({ id, user_agent }: SessionRow) {
    const isEnded = await run(id, (key) => send('DELETE', `${address}/${encodeURIComponent(id)}`, key));
    if (!isEnded) return;
    removeSessions((session) => session.id === id);
    showToast(texts.ended(findDeviceName(user_agent)));
    list.current?.focus({ preventScroll: true });
  }
  return (
    <Setting title={texts.parts.sessions} lead={texts.sessionsLead}>
      {loadFault !== null && <LoadError retry={() => void reload()} />}
      {body === null && loadFault === null && [0, 1].map((line) => <Skeleton key={line} width="100%" height={64} />)}
      {fault !== null && <Alert kind="error">{fault}</Alert>}
      <div ref={list} tabIndex={-1}>
        <ul role="list">
          {sessions.map((session) => (
            <Session key={session.id} session={session} end={() => void endSession(session)} />
          ))}
        </ul>
      </div>
      {body && (sessions.length > 1 ? <EndOthers /> : <p className="faint">{texts.onlyThis}</p>)}
    </Setting>
  );
}

function Session({ session, end }: { session: SessionRow; end: () => void }) {
  const { user_agent, created_at, used_at, current } = session;
  const device = findDeviceName(user_agent);
  return (
    <li className={`line divided gap-12 spread padding-y-12 ${styles['session']}`}>
      <div>
        <p className="row gap-4-8 semibold" title={user_agent}>
          {device}
          {current && (
            <span className={`text-13 semibold ${styles['state']} ${styles['active']}`}>{texts.thisOne}</span>
          )}
        </p>
        <p className="faint">
          {texts.loggedIn} <When at={created_at} short /> · {texts.lastUsed} <When at={used_at} short />
        </p>
      </div>
      {!current && (
        <Button aria-label={texts.endNamed(device)} onClick={end}>
          {texts.end}
        </Button>
      )}
    </li>
  );
}

function EndOthers() {
  const [open, setOpen] = useState(false);
  const { busy, fault, run } = useMutation(texts.endFailed);
  const close = () => setOpen(false);
  const endOthers = () =>
    void run('others', async (key) => {
      const { body } = await send<WriteResponse & { ended: number }>('DELETE', address, key);
      removeSessions(({ current }) => !current);
      showToast(texts.othersEnded(body.ended));
      close();
    });
  return (
    <div>
      <Button kind="danger" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {texts.endOthers}
      </Button>
      <Dialog title={texts.endOthersTitle} body={texts.endOthersBody} open={open} close={close}>
        {fault !== null && <Alert kind="error">{fault}</Alert>}
        <DialogEnd>
          <Button onClick={close}>{texts.cancel}</Button>
          <Button kind="danger" aria-disabled={busy} onClick={endOthers}>
            {texts.endOthers}
          </Button>
        </DialogEnd>
      </Dialog>
    </div>
  );
}

function sortSessions(sessions: readonly SessionRow[]): SessionRow[] {
  return [...sessions].sort(
    (one, other) => Number(other.current) - Number(one.current) || other.used_at.localeCompare(one.used_at),
  );
}
