import { limits } from '@guildhall/domain/limits.js';
import { useRef, type ReactNode } from 'react';
import { TextField } from '../../../ui/field.js';
import { NamedButton } from '../shared/named-button.js';
import { Button } from '../../../ui/button.js';
import { SettingFields, type FieldName } from './setting-fields.js';
import { replaceEntry, moveEntry, setSetting, useSettings } from './store.js';
import styles from './settings.module.css';
import { texts } from './texts.js';

const lists = {
  banners: {
    ownTexts: texts.banner,
    maxEntries: limits.banners,
    fields: {
      title: { label: texts.banner.title, maxLength: limits.banner.title },
      text: { label: texts.banner.text, maxLength: limits.banner.text },
      link: { label: texts.banner.link, maxLength: limits.address.max, hint: texts.banner.linkHint },
    },
  },
  status_modes: {
    ownTexts: texts.mode,
    maxEntries: limits.statusModes,
    fields: {
      mode: { label: texts.mode.name, maxLength: 40 },
      status_url: { label: texts.mode.address, maxLength: limits.address.max, hint: texts.mode.addressHint },
    },
  },
};

interface ListSettingProps {
  name: keyof typeof lists;
  refusedField: string | null;
}

export function ListSetting({ name: list, refusedField }: ListSettingProps) {
  const { ownTexts, maxEntries, fields } = lists[list];
  const entries: readonly Record<string, string>[] = useSettings((state) => state.settings?.[list]) ?? [];
  const change = (next: Record<string, string>[]) => setSetting({ [list]: next });
  const addButton = useRef<HTMLDivElement>(null);
  const empty = Object.fromEntries(Object.keys(fields).map((field) => [field, '']));
  return (
    <div className="stack gap-16">
      {entries.length === 0 && <p className="hint">{ownTexts.none}</p>}
      {entries.map((entry, index) => {
        const name = ownTexts.one(index + 1);
        const step = (by: -1 | 1) => change(moveEntry(entries, index, by));
        return (
          // Entries are identified only by their position.
          <fieldset key={index} className={`stack shrinkable ${styles['entry']}`}>
            <legend className="semibold">{name}</legend>
            {Object.entries(fields).map(([field, attributes]) => (
              <TextField
                key={field}
                {...attributes}
                name={`${list}.${index}.${field}`}
                value={entry[field]}
                autoComplete="off"
                aria-invalid={refusedField === `${list}.${index}.${field}`}
                onChange={(event) => change(replaceEntry(entries, index, { [field]: event.target.value }))}
              />
            ))}
            <div className={`flow gap-2 tall-buttons ${styles['entryActions']}`}>
              <NamedButton name={texts.up} subject={name} disabled={index === 0} press={() => step(-1)} />
              <NamedButton
                name={texts.down}
                subject={name}
                disabled={index === entries.length - 1}
                press={() => step(1)}
              />
              <NamedButton
                name={texts.remove}
                subject={name}
                press={() => {
                  change(entries.filter((_, at) => at !== index));
                  addButton.current?.querySelector('button')?.focus();
                }}
              />
            </div>
          </fieldset>
        );
      })}
      <div ref={addButton}>
        <Button
          aria-disabled={entries.length >= maxEntries}
          onClick={() => entries.length < maxEntries && change([...entries, empty])}
        >
          {ownTexts.add}
        </Button>
      </div>
    </div>
  );
}

export interface Group {
  Head?: () => ReactNode;
  fields?: readonly FieldName[];
  list?: keyof typeof lists;
}

export function SettingGroup({ Head, fields = [], list, refusedField }: Group & { refusedField: string | null }) {
  return (
    <>
      {Head && <Head />}
      <SettingFields names={fields} refusedField={refusedField} />
      {list && <ListSetting name={list} refusedField={refusedField} />}
    </>
  );
}
