import { limits } from '@guildhall/domain/limits.js';
import { useId } from 'react';
import { TextArea, TextField } from '../../../ui/field.js';
import { type Settings, setSetting, useSettings } from './store.js';
import styles from './settings.module.css';
import { texts } from './texts.js';
import { defaultAppearances } from '@guildhall/domain/theme/schemes.js';

type LineName = 'name' | 'server_address' | 'chat_link' | 'store_link' | 'status_url' | 'mail_sender';

const lines: Record<LineName, { label: string; hint?: string; max: number; placeholder?: string; type?: string }> = {
  name: { label: texts.name, max: limits.siteName.max },
  server_address: { label: texts.serverAddress, hint: texts.serverAddressHint, max: 260 },
  chat_link: {
    label: texts.chatLink,
    hint: texts.chatLinkHint,
    max: limits.address.max,
    placeholder: 'https://',
    type: 'url',
  },
  store_link: {
    label: texts.storeLink,
    hint: texts.storeLinkHint,
    max: limits.address.max,
    placeholder: 'https://',
    type: 'url',
  },
  status_url: {
    label: texts.statusUrl,
    hint: texts.statusUrlHint,
    max: limits.address.max,
    placeholder: 'https://',
    type: 'url',
  },
  mail_sender: { label: texts.mailSender, hint: texts.mailSenderHint, max: limits.email.max, type: 'email' },
};

/** `refused`: the name of the field that the server refused. */
export function LineSetting({ name, refused }: { name: LineName; refused: string | null }) {
  const value = useSettings((state) => state.settings?.[name] ?? '');
  const { label, hint, max, placeholder, type = 'text' } = lines[name];
  return (
    <TextField
      label={label}
      {...(hint === undefined ? {} : { hint })}
      name={name}
      type={type}
      value={value}
      maxLength={max}
      placeholder={placeholder}
      autoComplete="off"
      aria-invalid={refused === name}
      onChange={(event) => setSetting({ [name]: event.target.value } satisfies Partial<Settings>)}
    />
  );
}

type TextName = 'about' | 'front_title' | 'front_text';

const blocks: Record<TextName, { label: string; hint: string; max: number; rows: number }> = {
  about: { label: texts.about, hint: texts.aboutHint, max: limits.about.max, rows: 3 },
  front_title: { label: texts.frontTitle, hint: texts.frontTitleHint, max: limits.frontTitle.max, rows: 2 },
  front_text: { label: texts.frontText, hint: texts.frontTextHint, max: limits.frontText.max, rows: 2 },
};

export function TextSetting({ name, refused }: { name: TextName; refused: string | null }) {
  const id = useId();
  const value = useSettings((state) => state.settings?.[name] ?? '');
  const { label, hint, max, rows } = blocks[name];
  return (
    <div className={styles['shortText']}>
      <TextArea
        label={label}
        name={name}
        value={value}
        rows={rows}
        maxLength={max}
        aria-invalid={refused === name}
        aria-describedby={id}
        onChange={(event) => setSetting({ [name]: event.target.value } satisfies Partial<Settings>)}
      />
      <p id={id} className="hint">
        {hint}
      </p>
    </div>
  );
}

const appearanceTexts = texts.appearance;

/** The default for visitors who have not chosen a colour scheme. */
export function AppearanceSetting() {
  const value = useSettings((state) => state.settings?.default_appearance);
  return (
    <fieldset className={'shrinkable'}>
      <legend className={'label'}>{appearanceTexts.label}</legend>
      <div className={`flow gap-8 ${styles['accentRow']}`}>
        {defaultAppearances.map((name) => (
          <label key={name} className={styles['accent']}>
            <input
              type="radio"
              className="visually-hidden"
              name="default_appearance"
              value={name}
              checked={name === value}
              onChange={() => setSetting({ default_appearance: name })}
            />
            {appearanceTexts.names[name]}
          </label>
        ))}
      </div>
      <p className="hint">{appearanceTexts.hint}</p>
    </fieldset>
  );
}
