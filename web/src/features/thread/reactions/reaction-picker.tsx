import { emojis, type Emoji } from '@guildhall/domain/reaction/emoji.js';
import { Popover } from '@base-ui/react/popover';
import { useState, type RefObject } from 'react';
import { useSite } from '../../../shared/state/site.js';
import { Button } from '../../../ui/button.js';
import { Emoji as DrawnEmoji } from '../../../ui/emoji/emoji.js';
import { reactionNames } from '../../../ui/emoji/reaction-texts.js';
import { PeopleDialog } from './people-dialog.js';
import styles from './reactions.module.css';
import type { Target } from './store.js';
import { texts } from './texts.js';

interface ReactionPickerProps {
  target: Target;
  counted: boolean;
  own: Emoji | null;
  anchor: RefObject<HTMLButtonElement | null>;
  choose: (emoji: Emoji) => void;
  close: () => void;
}

export function ReactionPicker({ target, counted, own, anchor, choose, close }: ReactionPickerProps) {
  const offeredEmojis = useSite((site) => site.reactions);
  const [people, setPeople] = useState(false);
  if (people) return <PeopleDialog target={target} close={close} back={anchor} />;
  return (
    <Popover.Root open onOpenChange={(open) => !open && close()}>
      <Popover.Portal>
        <Popover.Positioner anchor={anchor} side="top" align="start" sideOffset={6} className="popup-layer">
          <Popover.Popup
            className={`floating popup grid ${styles['picker']}`}
            aria-label={texts.add}
            finalFocus={anchor}
          >
            <div className="flow">
              {offeredEmojis.map((emoji) => (
                <button
                  key={emoji}
                  type="button"
                  className={`bare text-22 ${styles['choice']}`}
                  aria-label={reactionNames[emoji]}
                  aria-pressed={own === emoji}
                  title={reactionNames[emoji]}
                  onClick={() => {
                    choose(emoji);
                    close();
                  }}
                >
                  <DrawnEmoji sprite="reactions" name={emoji} character={emojis[emoji]} />
                </button>
              ))}
            </div>
            {counted && (
              <Button kind="quiet" onClick={() => setPeople(true)}>
                {texts.who}
              </Button>
            )}
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}
