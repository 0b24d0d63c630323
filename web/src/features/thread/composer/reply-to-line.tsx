import { Button } from '../../../ui/button.js';
import { IconButton } from '../../../ui/icon-button.js';
import { texts } from '../state/texts.js';
import type { ReplyTo } from './composer-text.js';
import styles from './composer.module.css';

interface ReplyToLineProps {
  target: ReplyTo;
  deleted: boolean;
  remove: () => void;
  sendWithout: () => void;
}

/** If the target is deleted in the meantime, the reply can be sent without it. */
export function ReplyToLine({ target, deleted, remove, sendWithout }: ReplyToLineProps) {
  if (deleted) {
    return (
      <p className={`row faint border-top ${styles['replyTo']}`} role="alert">
        {texts.targetDeleted(target.number)}
        <Button kind="quiet" onClick={sendWithout}>
          {texts.sendWithout}
        </Button>
      </p>
    );
  }
  return (
    <p className={`row faint border-top ${styles['replyTo']}`}>
      {texts.inReplyTo(target.number)}
      <IconButton icon="close" label={texts.removeTarget} tip={texts.remove} onClick={remove} />
    </p>
  );
}
