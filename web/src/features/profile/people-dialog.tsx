import { CSPProvider } from '@base-ui/react/csp-provider';
import { Dialog } from '@base-ui/react/dialog';
import { useEffect, useState, type RefObject } from 'react';
import { Link } from 'react-router-dom';
import { linkTo } from '../../shared/paths.js';
import { texts as shared } from '../../shared/texts.js';
import { Button, buttonClass } from '../../shared/ui/button.js';
import { Avatar, RoleBadge } from '../../shared/ui/member.js';
import { Empty, LoadFailed } from '../../shared/ui/notice.js';
import dialog from '../dialog/dialog.module.css';
import { texts as dialogTexts } from '../dialog/texts.js';
import { addressOf, people } from './api.js';
import styles from './profile.module.css';
import { texts } from './texts.js';

interface PeopleDialogProps {
  kind: 'followers' | 'following';
  username: string;
  close: () => void;
  back: RefObject<HTMLButtonElement | null>;
}

/** Who follows a member, or whom he follows; the newest first. */
export function PeopleDialog({ kind, username, close, back }: PeopleDialogProps) {
  return (
    <CSPProvider disableStyleElements>
      <Dialog.Root open onOpenChange={(open) => !open && close()}>
        <Dialog.Portal>
          <Dialog.Backdrop className={dialog['backdrop']} />
          <Dialog.Popup className={`${dialog['dialog']} ${dialog['people']}`} finalFocus={back}>
            <Dialog.Title className={dialog['title']}>
              {kind === 'followers' ? texts.followersOf(username) : texts.followedBy(username)}
            </Dialog.Title>
            <People address={`${addressOf(username)}/${kind}`} close={close} />
            <div className={dialog['end']}>
              <Dialog.Close className={buttonClass('secondary')}>{dialogTexts.close}</Dialog.Close>
            </div>
          </Dialog.Popup>
        </Dialog.Portal>
      </Dialog.Root>
    </CSPProvider>
  );
}

function People({ address, close }: { address: string; close: () => void }) {
  const [attempt, setAttempt] = useState(0);
  useEffect(() => people.open(address), [address, attempt]);
  const { rows, status, next, loadingMore } = people.useList();
  return (
    <div className={dialog['list']} aria-busy={status === 'loading'}>
      {status === 'failed' && <LoadFailed again={() => setAttempt(attempt + 1)} />}
      {status === 'loading' && rows.length === 0 && <Empty>{shared.loading}</Empty>}
      {status === 'ready' && rows.length === 0 && <Empty>{texts.nobodyFollows}</Empty>}
      <ul role="list">
        {rows.map(({ id, username, avatar_url, role }) => (
          <li key={id}>
            <Link to={linkTo('profile', { username })} className={styles['personLink']} onClick={close}>
              <Avatar name={username} url={avatar_url} />
              {username}
              <RoleBadge role={role} />
            </Link>
          </li>
        ))}
      </ul>
      {next !== null && (
        <Button onClick={() => void people.more()} aria-disabled={loadingMore}>
          {loadingMore ? shared.loading : texts.morePeople}
        </Button>
      )}
    </div>
  );
}
