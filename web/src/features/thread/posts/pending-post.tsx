import { findPictures, buildThumbnailAddress, withoutPictures } from '@guildhall/domain/uploads.js';
import { useSession } from '../../../shared/state/session.js';
import { Button } from '../../../ui/button.js';
import { Avatar } from '../../../ui/member.js';
import { insertIntoComposer } from '../composer/composer-text.js';
import { retry } from '../state/outbox.js';
import { removePending, type PendingReply } from '../state/pending-replies.js';
import { texts } from '../state/texts.js';
import { texts as composerTexts } from '../composer/texts.js';
import styles from './posts.module.css';

/** A waiting reply is not an error because it is sent as soon as the server can be reached. */
function Progress({ entry: { state, reason } }: { entry: PendingReply }) {
  const tone = state === 'waiting' ? 'color-warning' : state === 'refused' ? 'color-danger' : '';
  return (
    <span className={`faint ${tone}`} role="status">
      {state === 'sending' && composerTexts.sending}
      {state === 'waiting' && composerTexts.waiting}
      {state === 'refused' && `${composerTexts.notSent}: ${reason ?? composerTexts.replyFailed}`}
    </span>
  );
}

function PendingPictures({ text }: { text: string }) {
  const pictures = findPictures(text);
  if (pictures.length === 0) return null;
  return (
    <p className="flow gap-8">
      {pictures.map(({ id }, index) => (
        <img key={index} src={buildThumbnailAddress(id)} alt="" height={96} />
      ))}
    </p>
  );
}

export function PendingPost({ entry }: { entry: PendingReply }) {
  const user = useSession((state) => state.user);
  const isHeld = entry.state === 'waiting' || entry.state === 'refused';
  return (
    <li className={`stack gap-16 ${styles['post']} ${entry.state === 'sending' ? styles['dimmed'] : ''}`}>
      <Avatar name={user?.username ?? '?'} url={user?.avatar_url ?? null} large />
      <div>
        <div className={`row ${styles['byline']}`}>
          <strong>{user?.username}</strong>
          <Progress entry={entry} />
        </div>
        {entry.replyTo && <p className="faint">{texts.inReplyTo(entry.replyTo.number)}</p>}
        <p className={styles['plainText']}>{withoutPictures(entry.content).trim()}</p>
        <PendingPictures text={entry.content} />
        {isHeld && (
          <div className="flex gap-8 margin-top-12">
            <Button onClick={() => retry(entry)}>
              {entry.targetGone ? composerTexts.sendWithout : composerTexts.retry}
            </Button>
            {entry.state === 'refused' && (
              <>
                <Button
                  kind="quiet"
                  onClick={() => {
                    insertIntoComposer({
                      threadId: entry.threadId,
                      text: entry.content,
                      replyTo: entry.replyTo ?? null,
                    });
                    removePending([entry.id]);
                  }}
                >
                  {composerTexts.changeIt}
                </Button>
                <Button kind="quiet" onClick={() => removePending([entry.id])}>
                  {composerTexts.discard}
                </Button>
              </>
            )}
          </div>
        )}
      </div>
    </li>
  );
}
