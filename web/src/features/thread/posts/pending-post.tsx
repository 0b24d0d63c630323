import { useSession } from '../../../shared/state/session.js';
import { Button } from '../../../ui/button.js';
import { Avatar } from '../../../ui/member.js';
import { offerText } from '../composer/composer-text.js';
import { discard, retry, type PendingReply } from '../state/outbox.js';
import { texts } from '../state/texts.js';
import styles from './posts.module.css';

/** The member's own reply before the server has confirmed it: in its place, dimmed, and never lost. */
export function PendingPost({ entry }: { entry: PendingReply }) {
  const user = useSession((state) => state.user);
  const held = entry.state === 'waiting' || entry.state === 'refused';
  return (
    <li className={`${styles['post']} ${entry.state === 'sending' ? styles['dimmed'] : ''}`}>
      <Avatar name={user?.username ?? '?'} url={user?.avatar_url ?? null} large />
      <div>
        <div className={styles['by']}>
          <strong>{user?.username}</strong>
          <span className={`faint ${held ? styles['notSent'] : ''}`} role="status">
            {entry.state === 'sending' && texts.sending}
            {held && `${texts.notSent}: ${entry.reason ?? texts.waiting}`}
          </span>
        </div>
        <p className={styles['plain']}>{entry.content}</p>
        {held && (
          <div className={styles['held']}>
            <Button onClick={() => retry(entry.id)}>{texts.retry}</Button>
            {entry.state === 'refused' && (
              <>
                <Button
                  kind="quiet"
                  onClick={() => {
                    offerText(entry.threadId, entry.content);
                    discard(entry.id);
                  }}
                >
                  {texts.changeIt}
                </Button>
                <Button kind="quiet" onClick={() => discard(entry.id)}>
                  {texts.discard}
                </Button>
              </>
            )}
          </div>
        )}
      </div>
    </li>
  );
}
