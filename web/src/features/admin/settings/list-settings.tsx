import { limits } from '@guildhall/domain/limits.js';
import { TextArea, TextField } from '../../../ui/field.js';
import { replaced, moved, setSetting, useSettings } from './store.js';
import styles from './settings.module.css';
import { texts } from './texts.js';
import { useRef, type ReactNode } from 'react';
import { Button } from '../../../ui/button.js';

export function BannerSettings({ refused }: { refused: string | null }) {
  const banners = useSettings((state) => state.settings?.banners) ?? [];
  const ownTexts = texts.banner;
  return (
    <EntryList
      entries={banners}
      nameOf={ownTexts.one}
      none={ownTexts.none}
      add={ownTexts.add}
      fresh={{ title: '', text: '', link: '' }}
      maxEntries={limits.banners}
      change={(next) => setSetting({ banners: next })}
    >
      {(banner, index) => {
        const field = (name: keyof typeof banner, max: number, hint?: string) => (
          <TextField
            label={ownTexts[name]}
            {...(hint === undefined ? {} : { hint })}
            name={`banners.${index}.${name}`}
            value={banner[name]}
            maxLength={max}
            autoComplete="off"
            aria-invalid={refused === `banners.${index}.${name}`}
            onChange={(event) => setSetting({ banners: replaced(banners, index, { [name]: event.target.value }) })}
          />
        );
        return (
          <>
            {field('title', limits.banner.title)}
            {field('text', limits.banner.text)}
            {field('link', limits.address.max, ownTexts.linkHint)}
          </>
        );
      }}
    </EntryList>
  );
}

export function ModeSettings({ refused }: { refused: string | null }) {
  const modes = useSettings((state) => state.settings?.status_modes) ?? [];
  const ownTexts = texts.mode;
  return (
    <EntryList
      entries={modes}
      nameOf={ownTexts.one}
      none={ownTexts.none}
      add={ownTexts.add}
      fresh={{ mode: '', status_url: '' }}
      maxEntries={limits.statusModes}
      change={(next) => setSetting({ status_modes: next })}
    >
      {(mode, index) => {
        const field = (name: keyof typeof mode, label: string, max: number) => (
          <TextField
            label={label}
            name={`status_modes.${index}.${name}`}
            value={mode[name]}
            maxLength={max}
            autoComplete="off"
            aria-invalid={refused === `status_modes.${index}.${name}`}
            onChange={(event) => setSetting({ status_modes: replaced(modes, index, { [name]: event.target.value }) })}
          />
        );
        return (
          <>
            {field('mode', ownTexts.name, 40)}
            {field('status_url', ownTexts.address, limits.address.max)}
          </>
        );
      }}
    </EntryList>
  );
}

/** One host per line; the server drops empty lines. */
export function ImageHostSettings({ refused }: { refused: string | null }) {
  const hosts = useSettings((state) => state.settings?.image_hosts) ?? [];
  return (
    <div className={styles['shortText']}>
      <TextArea
        label={texts.imageHosts}
        hint={texts.imageHostsHint}
        name="image_hosts"
        rows={3}
        value={hosts.join('\n')}
        autoComplete="off"
        spellCheck={false}
        aria-invalid={refused?.startsWith('image_hosts')}
        onChange={(event) =>
          setSetting({ image_hosts: event.target.value === '' ? [] : event.target.value.split('\n') })
        }
      />
    </div>
  );
}

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
          // Entries have no identity besides their position.
          <fieldset key={index} className={`stack shrinkable ${styles['entry']}`}>
            <legend>{name}</legend>
            {children(entry, index)}
            <div className={`flow gap-2 tall-buttons ${styles['entryActions']}`}>
              <Button
                kind="quiet"
                aria-label={texts.labelFor(texts.up, name)}
                aria-disabled={index === 0}
                onClick={() => step(-1)}
              >
                {texts.up}
              </Button>
              <Button
                kind="quiet"
                aria-label={texts.labelFor(texts.down, name)}
                aria-disabled={index === entries.length - 1}
                onClick={() => step(1)}
              >
                {texts.down}
              </Button>
              <Button
                kind="quiet"
                aria-label={texts.labelFor(texts.remove, name)}
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
