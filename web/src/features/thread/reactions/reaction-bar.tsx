import { emojis, type Emoji } from '@guildhall/domain/reaction/emoji.js';
import { useRef, useState } from 'react';
import { lazyComponent } from '../../../shared/lazy.js';
import { showToast } from '../../../shared/toast.js';
import { Emoji as DrawnEmoji } from '../../../ui/emoji/emoji.js';
import { iconButtonClass } from '../../../ui/icon-button.js';
import { Icon } from '../../../ui/icon.js';
import styles from './reactions.module.css';
import { useThread } from '../state/store.js';
import { nonzeroCounts, countsWith, react, type Target } from './store.js';
import { texts } from './texts.js';

const ReactionPicker = lazyComponent(() => import('../lazy-parts.js'), 'ReactionPicker');

export function ReactionBar({ target, reason }: { target: Target; reason: string | null }) {
  const ownReaction = useThread((state) => state.ownReactions[target.id]);
  const [picking, setPicking] = useState(false);
  const adder = useRef<HTMLButtonElement>(null);
  const counts = nonzeroCounts(countsWith(target, ownReaction));
  const choose = (emoji: Emoji) => {
    if (reason !== null) return showToast(reason);
    void react(target, emoji);
  };
  const disabled = reason === null ? {} : { 'aria-disabled': true, title: reason };
  return (
    <div className={`flow gap-4-8 ${styles['bar']}`} role="group" aria-label={texts.group}>
      {counts.map(([emoji, count]) => (
        <button
          key={emoji}
          type="button"
          className={`target muted gap-6 relative ${styles['reaction']} numbers`}
          aria-pressed={ownReaction?.wanted === emoji}
          aria-label={texts.counted(emoji, count)}
          {...disabled}
          onClick={() => choose(emoji)}
        >
          <DrawnEmoji sprite="reactions" name={emoji} character={emojis[emoji]} /> {count}
        </button>
      ))}
      <button
        ref={adder}
        type="button"
        className={iconButtonClass}
        aria-label={reason === null ? texts.add : `${texts.add}: ${reason}`}
        aria-haspopup="dialog"
        aria-expanded={picking}
        data-tip={reason ?? texts.add}
        aria-disabled={reason !== null || undefined}
        onPointerEnter={ReactionPicker.preload}
        onFocus={ReactionPicker.preload}
        onClick={() => (reason === null ? setPicking(true) : showToast(reason))}
      >
        <Icon name="react" />
      </button>
      {picking && (
        <ReactionPicker
          target={target}
          counted={counts.length > 0}
          own={ownReaction?.wanted ?? null}
          anchor={adder}
          choose={choose}
          close={() => setPicking(false)}
        />
      )}
    </div>
  );
}
