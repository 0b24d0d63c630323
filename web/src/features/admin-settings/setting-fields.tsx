import { limits } from '@guildhall/domain/limits.js';
import { useId } from 'react';
import { TextArea, TextField } from '../../ui/field.js';
import type { Settings } from './settings.js';
import styles from './settings.module.css';
import { setSetting, useSettings } from './store.js';
import { texts } from './texts.js';

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

/** A setting of one line. `refused`: the name of the field that the server refused. */
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

export function AboutSetting({ refused }: { refused: string | null }) {
  const id = useId();
  const about = useSettings((state) => state.settings?.about ?? '');
  return (
    <div className={styles['shortText']}>
      <TextArea
        label={texts.about}
        name="about"
        value={about}
        maxLength={limits.about.max}
        aria-invalid={refused === 'about'}
        aria-describedby={id}
        onChange={(event) => setSetting({ about: event.target.value })}
      />
      <p id={id} className="hint">
        {texts.aboutHint}
      </p>
    </div>
  );
}
