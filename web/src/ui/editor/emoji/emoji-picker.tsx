import { Autocomplete } from '@base-ui/react/autocomplete';
import { Popover } from '@base-ui/react/popover';
import { useRef, useState, type RefObject } from 'react';
import { categorySigns, type CategorySign } from '../../emoji/drawn.js';
import { EmojiDrawing } from '../../emoji/emoji.js';
import fieldStyles from '../../field.module.css';
import { Categories } from './categories.js';
import styles from './emoji.module.css';
import { findEmojis, useEmojis, type PickableEmoji } from './emojis.js';
import { texts } from './texts.js';
import { readStored, store } from '../../../shared/browser/storage.js';

const columns = 8;
const headerHeight = 60;
const maxFound = 10 * columns;
const maxTypedLength = 40;

interface EmojiPickerProps {
  anchor: RefObject<HTMLElement | null>;
  container: HTMLElement;
  /** Receives the focus when the picker closes. */
  back: RefObject<HTMLElement | null>;
  choose: (character: string) => void;
  close: () => void;
}

export function EmojiPicker({ anchor, container, back, choose, close }: EmojiPickerProps) {
  const popup = useRef<HTMLDivElement>(null);
  /** On phones, the field does not take the focus because the keyboard would cover the picker. */
  const takeFocus = () => {
    const isTouched = matchMedia('(pointer: coarse)').matches;
    const target = isTouched ? popup.current : popup.current?.querySelector('input');
    target?.focus({ preventScroll: true });
    return false;
  };
  return (
    <Popover.Root open onOpenChange={(open) => !open && close()}>
      <Popover.Portal container={container}>
        <Popover.Positioner
          anchor={anchor}
          side="top"
          align="start"
          sideOffset={6}
          collisionPadding={{ top: headerHeight + 8, left: 8, right: 8, bottom: 8 }}
          className="popup-layer"
        >
          <Popover.Popup
            ref={popup}
            className={`floating popup grid gap-6 ${styles['picker']}`}
            aria-label={texts.emoji}
            finalFocus={back}
            initialFocus={takeFocus}
            // Otherwise, Enter in a field would submit the surrounding form.
            onKeyDown={(event) => {
              if (event.key === 'Enter' && event.target instanceof HTMLInputElement) event.preventDefault();
            }}
          >
            <EmojiGrid
              choose={(character) => {
                rememberEmoji(character);
                close();
                choose(character);
              }}
            />
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}

function EmojiGrid({ choose }: { choose: (character: string) => void }) {
  const { emojis, failed } = useEmojis();
  const [recent] = useState(readRecentEmojis);
  const [category, setCategory] = useState<CategorySign>(recent.length >= columns ? 'recent' : 'smileys');
  const [typedText, setTypedText] = useState('');
  const isSearch = typedText.trim() !== '';
  const visible = isSearch ? findEmojis(emojis, typedText, maxFound) : listEmojis(emojis, category, recent);
  return (
    <Autocomplete.Root
      inline
      open
      grid
      mode="none"
      autoHighlight
      items={visible}
      value={typedText}
      onValueChange={setTypedText}
      itemToStringValue={({ label }: PickableEmoji) => label}
    >
      <Autocomplete.Input
        className={fieldStyles['input']}
        aria-label={texts.search}
        placeholder={texts.search}
        maxLength={maxTypedLength}
      />
      <Categories
        names={(Object.keys(categorySigns) as CategorySign[]).filter((name) => name !== 'recent' || recent.length > 0)}
        selectedCategory={isSearch ? null : category}
        select={(name) => {
          setTypedText('');
          setCategory(name);
        }}
      />
      <Autocomplete.Status
        className={visible.length > 0 || emojis.length === 0 ? 'visually-hidden' : 'muted padding-12'}
      >
        {isSearch && (visible.length > 0 ? texts.found(visible.length) : texts.none)}
      </Autocomplete.Status>
      {failed && <p className="muted padding-12">{texts.failed}</p>}
      <Autocomplete.List
        key={isSearch ? typedText : category}
        className={`scroll-y ${styles['grid']}`}
        aria-label={isSearch ? texts.search : texts.names[category]}
      >
        {splitIntoRows(visible).map((row) => (
          <Autocomplete.Row key={row[0]?.character} className={styles['row']}>
            {row.map((emoji) => (
              <Autocomplete.Item
                key={emoji.character}
                value={emoji}
                className={`centred menu-item rounded-small text-22 ${styles['emoji']}`}
                aria-label={emoji.label}
                title={`${emoji.label} :${emoji.names[0]}:`}
                onClick={() => choose(emoji.character)}
              >
                <EmojiDrawing address={emoji.drawing} />
              </Autocomplete.Item>
            ))}
          </Autocomplete.Row>
        ))}
      </Autocomplete.List>
    </Autocomplete.Root>
  );
}

function listEmojis(emojis: readonly PickableEmoji[], category: CategorySign, recent: readonly string[]) {
  if (category !== 'recent') return emojis.filter((emoji) => emoji.category === category);
  return recent.flatMap((character) => emojis.find((emoji) => emoji.character === character) ?? []);
}

const splitIntoRows = (emojis: readonly PickableEmoji[]): PickableEmoji[][] =>
  Array.from({ length: Math.ceil(emojis.length / columns) }, (_, row) =>
    emojis.slice(row * columns, (row + 1) * columns),
  );

const storageKey = 'recent-emoji';
const maxRecent = 24;

/** Returns the emoji last inserted in this browser, newest first. */
const readRecentEmojis = (): string[] => (readStored(storageKey) ?? '').split(' ').filter((emoji) => emoji !== '');

function rememberEmoji(character: string): void {
  const others = readRecentEmojis().filter((other) => other !== character);
  store(storageKey, [character, ...others].slice(0, maxRecent).join(' '));
}
