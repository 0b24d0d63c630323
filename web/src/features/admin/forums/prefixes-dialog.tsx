import { limits } from '@guildhall/domain/limits.js';
import { prefixColors, type PrefixColor } from '@guildhall/domain/structure/events.js';
import type { SectionRow } from '@guildhall/domain/wire/schemas/forum/sections.js';
import { useState } from 'react';
import { useMutation } from '../../../shared/hooks/use-mutation.js';
import { Button } from '../../../ui/button.js';
import { MutationForm } from '../../../ui/form/mutation-form.js';
import { Dialog } from '../../../ui/dialog/dialog.js';
import { TextField } from '../../../ui/field.js';
import { SelectField } from '../../../ui/fields/select-field.js';
import { PrefixBadge } from '../../../ui/thread-title.js';
import { NamedButton } from '../shared/named-button.js';
import styles from './forums.module.css';
import { savePrefixes, type PrefixDraft } from './api.js';
import { texts } from './texts.js';

const colors = prefixColors.map((color) => ({ value: color, name: texts.colors[color] }));

/** `key` identifies rows that have no id yet. */
type DraftRow = PrefixDraft & { key: number };

export function PrefixesDialog({ section, close }: { section: SectionRow; close: () => void }) {
  const [rows, setRows] = useState<DraftRow[]>(() => section.prefixes.map((prefix) => ({ ...prefix, key: prefix.id })));
  const mutation = useMutation(texts.form.failed);
  const change = (key: number, to: Partial<PrefixDraft>) =>
    setRows(rows.map((row) => (row.key === key ? { ...row, ...to } : row)));
  const add = () =>
    setRows([...rows, { key: Math.min(0, ...rows.map(({ key }) => key)) - 1, label: '', color: 'grey' }]);
  const raise = (index: number) => setRows(withRaised(rows, index));

  async function save() {
    const prefixes = rows.map(({ key: _, ...prefix }) => prefix);
    if (await mutation.run(prefixes, (key) => savePrefixes(section, prefixes, key))) close();
  }
  return (
    <Dialog title={texts.prefixesOf(section.display_name)} open close={close} wide>
      <MutationForm
        mutation={mutation}
        submit={save}
        name={texts.form.save}
        busyName={texts.form.saving}
        cancel={close}
      >
        {rows.length === 0 && <p>{texts.noPrefixes}</p>}
        {rows.map((row, index) => (
          <PrefixFields
            key={row.key}
            row={row}
            change={(to) => change(row.key, to)}
            raise={index === 0 ? null : () => raise(index)}
            remove={() => setRows(rows.filter(({ key }) => key !== row.key))}
          />
        ))}
        {rows.length < limits.prefixes && <Button onClick={add}>{texts.addPrefix}</Button>}
      </MutationForm>
    </Dialog>
  );
}

interface PrefixFieldsProps {
  row: PrefixDraft;
  change: (to: Partial<PrefixDraft>) => void;
  /** Null for the first row. */
  raise: (() => void) | null;
  remove: () => void;
}

function PrefixFields({ row, change, raise, remove }: PrefixFieldsProps) {
  const name = row.label || texts.newPrefix;
  const isFirst = raise === null; // The first row's labels serve as column headers.
  return (
    <div className={`grid align-end ${styles['prefix']}`} role="group" aria-label={name}>
      <TextField
        label={texts.prefixLabel}
        labelHidden={!isFirst}
        value={row.label}
        maxLength={limits.prefixLabel.max}
        required
        autoFocus={row.id === undefined}
        autoComplete="off"
        onChange={(event) => change({ label: event.target.value })}
      />
      <SelectField<PrefixColor>
        label={texts.prefixColor}
        labelHidden={!isFirst}
        value={row.color}
        options={colors}
        choose={(color) => change({ color })}
      />
      <div className={`line gap-4 ${styles['prefixEnd']}`}>
        <PrefixBadge prefix={{ ...row, label: name }} />
        <NamedButton name={texts.moveUp} subject={name} disabled={isFirst} press={() => raise?.()} />
        <NamedButton name={texts.delete} subject={name} press={remove} />
      </div>
    </div>
  );
}

function withRaised<Row>(rows: readonly Row[], index: number): Row[] {
  const movedRows = rows.slice(index, index + 1);
  const otherRows = rows.filter((_, n) => n !== index);
  return [...otherRows.slice(0, index - 1), ...movedRows, ...otherRows.slice(index - 1)];
}
