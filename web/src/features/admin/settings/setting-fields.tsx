import { limits } from '@guildhall/domain/limits.js';
import { defaultAppearances } from '@guildhall/domain/theme/schemes.js';
import { TextArea, TextField } from '../../../ui/field.js';
import { SwitchField } from '../../../ui/fields/switch-field.js';
import { ChoiceField } from '../../../ui/fields/choice-field.js';
import { setSetting, useSettings } from './store.js';
import styles from './settings.module.css';
import { texts } from './texts.js';

const address = { maxLength: limits.address.max, placeholder: 'https://', type: 'url' };

/** Fields with `rows` have several lines. In settings that are lists, each line is an entry. */
const fields = {
  name: { label: texts.name, maxLength: limits.siteName.max },
  server_address: { label: texts.serverAddress, hint: texts.serverAddressHint, maxLength: 260 },
  about: { label: texts.about, hint: texts.aboutHint, maxLength: limits.about.max, rows: 3 },
  front_title: { label: texts.frontTitle, hint: texts.frontTitleHint, maxLength: limits.frontTitle.max, rows: 2 },
  front_text: { label: texts.frontText, hint: texts.frontTextHint, maxLength: limits.frontText.max, rows: 2 },
  chat_link: { label: texts.chatLink, hint: texts.chatLinkHint, ...address },
  store_link: { label: texts.storeLink, hint: texts.storeLinkHint, ...address },
  status_url: { label: texts.statusUrl, hint: texts.statusUrlHint, ...address },
  image_hosts: { label: texts.imageHosts, hint: texts.imageHostsHint, rows: 3, spellCheck: false },
  mail_sender: { label: texts.mailSender, hint: texts.mailSenderHint, maxLength: limits.email.max, type: 'email' },
};
export type FieldName = keyof typeof fields;

interface SettingFieldsProps {
  names: readonly FieldName[];
  refused: string | null;
}

export function SettingFields({ names, refused }: SettingFieldsProps) {
  const settings = useSettings((state) => state.settings);
  return names.map((name) => {
    const stored = settings?.[name] ?? '';
    const isList = typeof stored !== 'string';
    const field = {
      ...fields[name],
      name,
      value: isList ? stored.join('\n') : stored,
      autoComplete: 'off',
      'aria-invalid': refused?.split('.')[0] === name,
      onChange: ({ target: { value } }: { target: { value: string } }) =>
        setSetting({ [name]: !isList ? value : value === '' ? [] : value.split('\n') }),
    };
    if (!('rows' in field)) return <TextField key={name} {...field} />;
    return (
      <div key={name} className={styles['shortText']}>
        <TextArea {...field} />
      </div>
    );
  });
}

const appearanceTexts = texts.appearance;
const appearances = defaultAppearances.map((value) => ({ value, name: appearanceTexts.names[value] }));

export function AppearanceSetting() {
  const value = useSettings((state) => state.settings?.default_appearance) ?? 'theme';
  return (
    <div>
      <ChoiceField
        label={appearanceTexts.label}
        value={value}
        choose={(appearance) => setSetting({ default_appearance: appearance })}
        options={appearances}
      />
      <p className="hint margin-top-8">{appearanceTexts.hint}</p>
    </div>
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
