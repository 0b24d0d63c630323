import { Button } from '../../../ui/button.js';
import { Dialog } from '../../../ui/dialog/dialog.js';
import { JumpForm } from './jump-form.js';
import { goToFirstUnread, goToNewest, goToTop, type Position } from './position.js';
import styles from './position-bar.module.css';
import { texts } from './texts.js';

export function JumpDialog({ position, close }: { position: Position; close: () => void }) {
  const { last, unreadFrom, startedAt, newestAt } = position;
  const leavingTo = (go: () => void) => () => {
    close();
    go();
  };
  return (
    <Dialog title={texts.jumpTo} open close={close}>
      <div className={`grid gap-8 ${styles['places']}`}>
        <Button onClick={leavingTo(goToTop)}>
          {texts.firstPost} <small>{startedAt}</small>
        </Button>
        {unreadFrom !== null && <Button onClick={leavingTo(goToFirstUnread)}>{texts.firstUnread}</Button>}
        <Button onClick={leavingTo(goToNewest)}>
          {texts.newest} <small>{newestAt}</small>
        </Button>
      </div>
      <JumpForm last={last} leave={close} />
    </Dialog>
  );
}
