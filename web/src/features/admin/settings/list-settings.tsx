import { limits } from '@guildhall/domain/limits.js';
import { TextArea, TextField } from '../../../ui/field.js';
import { EntryList } from './entry-list.js';
import { replaced } from './settings.js';
import styles from './settings.module.css';
import { setSetting, useSettings } from './store.js';
import { texts } from './texts.js';

export function BannerSettings({ refused }: { refused: string | null }) {
  const banners = useSettings((state) => state.settings?.banners) ?? [];
  const words = texts.banner;
  return (
    <EntryList
      entries={banners}
      nameOf={words.one}
      none={words.none}
      add={words.add}
      fresh={{ title: '', text: '', link: '' }}
      maxEntries={limits.banners}
      change={(next) => setSetting({ banners: next })}
    >
      {(banner, index) => {
        const field = (name: keyof typeof banner, max: number, hint?: string) => (
          <TextField
            label={words[name]}
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
            {field('link', limits.address.max, words.linkHint)}
          </>
        );
      }}
    </EntryList>
  );
}

export function ModeSettings({ refused }: { refused: string | null }) {
  const modes = useSettings((state) => state.settings?.status_modes) ?? [];
  const words = texts.mode;
  return (
    <EntryList
      entries={modes}
      nameOf={words.one}
      none={words.none}
      add={words.add}
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
            {field('mode', words.name, 40)}
            {field('status_url', words.address, limits.address.max)}
          </>
        );
      }}
    </EntryList>
  );
}

/** One host on each line; the server drops the empty ones. */
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
