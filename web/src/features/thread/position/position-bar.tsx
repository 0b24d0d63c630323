import { useState } from 'react';
import { createLazyComponent } from '../../../shared/lazy.js';
import { Icon } from '../../../ui/icon.js';
import { goToNewest, goToNewReplies, usePosition } from './position.js';
import styles from './position-bar.module.css';
import { texts } from './texts.js';

const JumpDialog = createLazyComponent(() => import('../lazy-parts.js'), 'JumpDialog');

/** Always visible so that nothing appears under the finger when a reply arrives. */
export function PositionBar() {
  const position = usePosition();
  const [isJumping, setJumping] = useState(false);
  if (!position) return null;
  const { number, labelOf, newReplies } = position;
  const label = number === 0 ? texts.firstPost : labelOf(number);
  return (
    <div className={`flex text-14 color-text semibold bg-overlay round ${styles['pill']}`}>
      <button
        type="button"
        className={`${styles['currentNumber']} numbers`}
        aria-haspopup="dialog"
        aria-label={`${label}. ${texts.jump}`}
        onClick={() => setJumping(true)}
      >
        {label}
      </button>
      <button
        type="button"
        className={`gap-4 ${styles['newest']} ${newReplies > 0 ? styles['withNewReplies'] : ''} numbers`}
        aria-label={newReplies > 0 ? texts.newReplies(newReplies) : texts.newest}
        onClick={newReplies > 0 ? goToNewReplies : goToNewest}
      >
        {newReplies > 0 && newReplies}
        <Icon name="down" />
      </button>
      {isJumping && <JumpDialog position={position} close={() => setJumping(false)} />}
    </div>
  );
}
