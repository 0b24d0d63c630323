import { useRef } from 'react';
import { useMutation } from '../../../shared/hooks/use-mutation.js';
import { useResponse } from '../../../queries/use-response.js';
import { showToast } from '../../../shared/toast.js';
import { Button } from '../../../ui/button.js';
import { Alert, LoadError } from '../../../ui/alert.js';
import { Skeleton } from '../../../ui/skeleton.js';
import { When } from '../../../ui/time/when.js';
import type { SessionRow } from '../shared/api.js';
import { Block } from '../shared/block.js';
import { deviceName } from './device-name.js';
import { EndOthers } from './end-others.js';
import { end, inOrder, sessionsAddress } from './sessions-store.js';
import styles from '../shared/settings.module.css';
import { texts } from '../shared/texts.js';

/** The places where the member is logged in. */
export function SessionsPart() {
  const { body, fault: unread, reload } = useResponse<SessionRow[]>(sessionsAddress);
  const sessions = inOrder(body ?? []);
  const { fault, run } = useMutation(texts.endFailed);
  const heading = useRef<HTMLDivElement>(null);
  async function endOne({ id, user_agent }: SessionRow) {
    if (!(await run(id, (key) => end(id, key)))) return;
    showToast(texts.ended(deviceName(user_agent)));
    heading.current?.focus({ preventScroll: true });
  }
  return (
    <Block title={texts.parts.sessions} lead={texts.sessionsLead}>
      {unread !== null && <LoadError again={() => void reload()} />}
      {body === null && unread === null && [0, 1].map((line) => <Skeleton key={line} width="100%" height={64} />)}
      {fault !== null && <Alert kind="error">{fault}</Alert>}
      <div ref={heading} tabIndex={-1}>
        <ul role="list">
          {sessions.map((session) => (
            <Session key={session.id} session={session} end={() => void endOne(session)} />
          ))}
        </ul>
      </div>
      {body && (sessions.length > 1 ? <EndOthers /> : <p className="faint">{texts.onlyThis}</p>)}
    </Block>
  );
}

function Session({ session, end }: { session: SessionRow; end: () => void }) {
  const { user_agent, created_at, used_at, current } = session;
  const device = deviceName(user_agent);
  return (
    <li className={`line divided gap-12 spread padding-y-12 ${styles['session']}`}>
      <div>
        <p className="row gap-4-8 semibold" title={user_agent}>
          {device}
          {current && <span className={`text-13 semibold ${styles['state']} ${styles['on']}`}>{texts.thisOne}</span>}
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
