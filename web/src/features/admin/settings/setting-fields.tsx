import { emojiKeys, emojis, maxReactions, type Emoji } from '@guildhall/domain/reaction/emoji.js';
import { limits } from '@guildhall/domain/limits.js';
import { defaultAppearances } from '@guildhall/domain/theme/schemes.js';
import { useId } from 'react';
import { Emoji as DrawnEmoji } from '../../../ui/emoji/emoji.js';
import { reactionNames } from '../../../ui/emoji/reaction-texts.js';
import { TextArea, TextField } from '../../../ui/field.js';
import { SwitchField } from '../../../ui/fields/switch-field.js';
import { ChoiceField } from '../../../ui/fields/choice-field.js';
import { setSetting, useSettings } from './store.js';
import styles from './settings.module.css';
import { texts } from './texts.js';

const address = { maxLength: limits.address.max, placeholder: 'https://', type: 'url' };

const createNumberField = (max: number) => ({ type: 'number', min: 0, max, step: 1, required: true });

/** Fields with `rows` have several lines. In settings that are lists, each line is an entry. */
const fields = {
  name: { label: texts.name, maxLength: limits.siteName.max },
  server_address: { label: texts.serverAddress, hint: texts.serverAddressHint, maxLength: 260 },
  about: { label: texts.about, hint: texts.aboutHint, rows: 3 },
  front_title: { label: texts.frontTitle, hint: texts.frontTitleHint, rows: 2 },
  front_text: { label: texts.frontText, hint: texts.frontTextHint, rows: 2 },
  chat_link: { label: texts.chatLink, hint: texts.chatLinkHint, ...address },
  store_link: { label: texts.storeLink, hint: texts.storeLinkHint, ...address },
  status_url: { label: texts.statusUrl, hint: texts.statusUrlHint, ...address },
  image_hosts: { label: texts.imageHosts, hint: texts.imageHostsHint, rows: 3, spellCheck: false },
  upload_member_mb: {
    label: texts.uploadMemberMb,
    hint: texts.uploadMemberMbHint,
    ...createNumberField(limits.upload.memberMb),
  },
  upload_site_mb: {
    label: texts.uploadSiteMb,
    hint: texts.uploadSiteMbHint,
    ...createNumberField(limits.upload.siteMb),
  },
  uploads_per_minute: { label: texts.uploadsPerMinute, ...createNumberField(limits.upload.perMinute) },
  game_accounts: { label: texts.gameAccounts, hint: texts.gameAccountsHint, ...createNumberField(limits.gameAccounts) },
  heads_url: { label: texts.headsUrl, hint: texts.headsUrlHint, ...address },
  mail_sender: { label: texts.mailSender, hint: texts.mailSenderHint, maxLength: limits.email.max, type: 'email' },
};
export type FieldName = keyof typeof fields;

interface SettingFieldsProps {
  names: readonly FieldName[];
  refusedField: string | null;
}

export function SettingFields({ names, refusedField }: SettingFieldsProps) {
  const settings = useSettings((state) => state.settings);
  return names.map((name) => {
    const storedValue = settings?.[name] ?? '';
    const isList = Array.isArray(storedValue);
    const field = {
      ...fields[name],
      name,
      value: isList ? storedValue.join('\n') : storedValue,
      autoComplete: 'off',
      'aria-invalid': refusedField?.split('.')[0] === name,
      onChange: ({ target: { value } }: { target: { value: string } }) =>
        setSetting({ [name]: parseValue(storedValue, value) }),
    };
    if (!('rows' in field)) return <TextField key={name} {...field} />;
    return (
      <div key={name} className={styles['shortText']}>
        <TextArea {...field} />
      </div>
    );
  });
}

function parseValue(storedValue: unknown, value: string): unknown {
  if (typeof storedValue === 'number') return Number(value);
  if (!Array.isArray(storedValue)) return value;
  return value === '' ? [] : value.split('\n');
}

const appearanceTexts = texts.appearance;
const appearances = defaultAppearances.map((value) => ({ value, name: appearanceTexts.names[value] }));

export function AppearanceSetting() {
  const value = useSettings((state) => state.settings?.default_appearance) ?? 'theme';
  return (
    <ChoiceField
      label={appearanceTexts.label}
      hint={appearanceTexts.hint}
      value={value}
      choose={(appearance) => setSetting({ default_appearance: appearance })}
      options={appearances}
    />
  );
}

export function PresenceSetting() {
  const checked = useSettings((state) => state.settings?.presence) ?? true;
  return (
    <SwitchField
      label={texts.presence}
      hint={texts.presenceHint}
      checked={checked}
      change={(presence) => setSetting({ presence })}
    />
  );
}

export function ReactionsSetting() {
  const hintId = useId();
  const chosenReactions = useSettings((state) => state.settings?.reactions) ?? [];
  const toggle = (emoji: Emoji) => {
    const next = emojiKeys.filter((key) => chosenReactions.includes(key) !== (key === emoji));
    if (next.length >= 1 && next.length <= maxReactions) setSetting({ reactions: next });
  };
  return (
    <fieldset aria-describedby={hintId}>
      <legend className="semibold">{texts.reactions}</legend>
      <p id={hintId} className="hint margin-top-8">
        {texts.reactionsHint(maxReactions)}
      </p>
      <div className="flow gap-8 margin-top-8">
        {emojiKeys.map((emoji) => (
          <label
            key={emoji}
            className="pickable centred target square-target text-22 relative"
            title={reactionNames[emoji]}
          >
            <input
              type="checkbox"
              className="visually-hidden"
              checked={chosenReactions.includes(emoji)}
              onChange={() => toggle(emoji)}
            />
            <DrawnEmoji sprite="reactions" name={emoji} character={emojis[emoji]} label={reactionNames[emoji]} />
          </label>
        ))}
      </div>
    </fieldset>
  );
}
