import { emojiKeys, emojis, type Emoji, type ReactionCounts } from '@guildhall/domain/reaction/emoji.js';
import { useRef, useState } from 'react';
import { createLazyComponent } from '../../../shared/lazy.js';
import { showToast } from '../../../shared/toast.js';
import { Emoji as DrawnEmoji } from '../../../ui/emoji/emoji.js';
import { iconButtonClass } from '../../../ui/icon-button.js';
import { Icon } from '../../../ui/icon.js';
import styles from './reactions.module.css';
import { useThread } from '../state/store.js';
import { applyOwnReaction, react, type Target } from './store.js';
import { texts } from './texts.js';

const ReactionPicker = createLazyComponent(() => import('../lazy-parts.js'), 'ReactionPicker');

interface ReactionProps {
  target: Target;
  /** Why the reader cannot react; null if they can. */
  reason: string | null;
}

export function ReactionBar({ target, reason }: ReactionProps) {
  const { counts, own, choose } = useReactions({ target, reason });
  const shownCounts = useShown(counts);
  const disabledProps = reason === null ? {} : { 'aria-disabled': true, title: reason };
  return (
    <div className={`flow gap-4-8 ${styles['bar']}`} role="group" aria-label={texts.group}>
      {shownCounts.map((emoji) => (
        <button
          key={emoji}
          type="button"
          className={`target muted gap-6 relative ${styles['reaction']} ${counts[emoji] ? '' : styles['gone']} numbers`}
          aria-pressed={own === emoji}
          aria-label={texts.counted(emoji, counts[emoji] ?? 0)}
          {...disabledProps}
          onClick={() => choose(emoji)}
        >
          <DrawnEmoji sprite="reactions" name={emoji} character={emojis[emoji]} /> {counts[emoji] ?? 0}
        </button>
      ))}
    </div>
  );
}

export function ReactionButton({ target, reason }: ReactionProps) {
  const { counts, own, choose } = useReactions({ target, reason });
  const [isPicking, setPicking] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  return (
    <>
      <button
        ref={button}
        type="button"
        className={iconButtonClass}
        aria-label={reason === null ? texts.add : `${texts.add}: ${reason}`}
        aria-haspopup="dialog"
        aria-expanded={isPicking}
        data-tip={reason ?? texts.add}
        aria-disabled={reason !== null || undefined}
        onPointerEnter={ReactionPicker.preload}
        onFocus={ReactionPicker.preload}
        onClick={() => (reason === null ? setPicking(true) : showToast(reason))}
      >
        <Icon name="react" />
      </button>
      {isPicking && (
        <ReactionPicker
          target={target}
          counted={emojiKeys.some((emoji) => counts[emoji])}
          own={own}
          anchor={button}
          choose={choose}
          close={() => setPicking(false)}
        />
      )}
    </>
  );
}

function useReactions({ target, reason }: ReactionProps) {
  const ownReaction = useThread((state) => state.ownReactions[target.id]);
  const choose = (emoji: Emoji) => {
    if (reason !== null) return showToast(reason);
    void react(target, emoji);
  };
  return { counts: applyOwnReaction(target, ownReaction), own: ownReaction?.wantedEmoji ?? null, choose };
}

/** Places a new reaction after the others so that none of them moves. */
function useShown(counts: ReactionCounts): readonly Emoji[] {
  const [shownCounts, setShown] = useState<readonly Emoji[]>([]);
  const addedEmojis = emojiKeys.filter((emoji) => counts[emoji] && !shownCounts.includes(emoji));
  if (addedEmojis.length > 0) setShown([...shownCounts, ...addedEmojis]);
  return shownCounts;
}
