import { useRef, type ReactNode } from 'react';
import { Button } from '../../../ui/button.js';
import { moved } from './settings.js';
import styles from './settings.module.css';
import { texts } from './texts.js';

interface EntryListProps<Entry> {
  entries: readonly Entry[];
  nameOf: (number: number) => string;
  none: string;
  add: string;
  fresh: Entry;
  maxEntries: number;
  change: (entries: Entry[]) => void;
  children: (entry: Entry, index: number) => ReactNode;
}

/** Entries of a setting that is a list, with the means to add, remove and order them. */
export function EntryList<Entry>(props: EntryListProps<Entry>) {
  const { entries, nameOf, none, add, fresh, maxEntries, change, children } = props;
  const addButton = useRef<HTMLDivElement>(null);
  return (
    <div className="stack-wide">
      {entries.length === 0 && <p className="hint">{none}</p>}
      {entries.map((entry, index) => {
        const name = nameOf(index + 1);
        const step = (by: -1 | 1) => change(moved(entries, index, by));
        return (
          // Entries differ only in their place.
          <fieldset key={index} className={`stack shrinkable ${styles['entry']}`}>
            <legend>{name}</legend>
            {children(entry, index)}
            <div className={`flow gap-2 tall-buttons ${styles['entryActs']}`}>
              <Button
                kind="quiet"
                aria-label={texts.of(texts.up, name)}
                aria-disabled={index === 0}
                onClick={() => step(-1)}
              >
                {texts.up}
              </Button>
              <Button
                kind="quiet"
                aria-label={texts.of(texts.down, name)}
                aria-disabled={index === entries.length - 1}
                onClick={() => step(1)}
              >
                {texts.down}
              </Button>
              <Button
                kind="quiet"
                aria-label={texts.of(texts.remove, name)}
                onClick={() => {
                  change(entries.filter((_, at) => at !== index));
                  addButton.current?.querySelector('button')?.focus();
                }}
              >
                {texts.remove}
              </Button>
            </div>
          </fieldset>
        );
      })}
      <div ref={addButton}>
        <Button
          aria-disabled={entries.length >= maxEntries}
          onClick={() => entries.length < maxEntries && change([...entries, fresh])}
        >
          {add}
        </Button>
      </div>
    </div>
  );
}
