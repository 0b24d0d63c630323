import { suggestPlaceName } from '@guildhall/domain/structure/names.js';
import type { SectionRow } from '@guildhall/domain/wire/schemas/forum/sections.js';
import { limits } from '@guildhall/domain/limits.js';
import { useState, useId } from 'react';
import { useMutation, type Mutation } from '../../../shared/hooks/use-mutation.js';
import { TextArea, TextField } from '../../../ui/field.js';
import { SwitchField } from '../../../ui/fields/switch-field.js';
import { MutationForm } from '../../../ui/form/mutation-form.js';
import { Dialog } from '../../../ui/dialog/dialog.js';
import styles from './forums.module.css';
import { savePlace, type PlaceFields, type PlaceTarget } from './api.js';
import { texts } from './texts.js';
import { icons } from '@guildhall/domain/icons.js';
import { Emoji } from '../../../ui/emoji/emoji.js';

function getInitialFields({ editedPlace }: PlaceTarget): PlaceFields {
  const section = editedPlace && 'rules' in editedPlace ? editedPlace : null;
  return {
    name: editedPlace?.name ?? '',
    display_name: editedPlace && editedPlace.display_name !== editedPlace.name ? editedPlace.display_name : '',
    description: editedPlace?.description ?? '',
    icon: editedPlace?.icon ?? 'default',
    allow_threads_direct: section?.allow_threads_direct ?? true,
    rules: section?.rules ?? '',
    questions: section?.questions ?? false,
  };
}

function getTitle({ editedPlace, section }: PlaceTarget): string {
  if (editedPlace) return texts.form.editSection(editedPlace.display_name);
  return section === null ? texts.form.addSection : texts.form.addSubcategory(section.display_name);
}

interface PlaceDialogProps {
  target: PlaceTarget;
  sections: readonly SectionRow[];
  close: () => void;
}

export function PlaceDialog({ target, sections, close }: PlaceDialogProps) {
  const [fields, setFields] = useState(() => getInitialFields(target));
  const mutation = useMutation(texts.form.failed);
  const set = (changes: Partial<PlaceFields>) => setFields((current) => ({ ...current, ...changes }));

  async function save() {
    if (await mutation.run(fields, (key) => savePlace(target, fields, key))) close();
  }
  // Only Cancel discards typed text. Escape or a click outside does not.
  function dismiss() {
    if (JSON.stringify(fields) === JSON.stringify(getInitialFields(target))) close();
    else mutation.setFault(texts.unsaved);
  }
  const verb = target.editedPlace ? texts.form.save : texts.form.add;
  return (
    <Dialog title={getTitle(target)} open close={dismiss} wide>
      <MutationForm mutation={mutation} submit={save} name={verb} busyName={texts.form.saving} cancel={close}>
        <NameFields {...{ target, sections, fields, set }} refusedField={mutation.field} />
        <div className={styles['shortText']}>
          <TextArea
            label={texts.form.description}
            value={fields.description}
            onChange={(event) => set({ description: event.target.value })}
          />
        </div>
        <IconPicker value={fields.icon} choose={(icon) => set({ icon })} />
        {target.section === null && (
          <>
            <div className={styles['shortText']}>
              <TextArea
                label={texts.form.rules}
                hint={texts.form.rulesHint}
                value={fields.rules}
                onChange={(event) => set({ rules: event.target.value })}
              />
            </div>
            <SwitchField
              label={texts.form.direct}
              hint={texts.form.directHint}
              checked={fields.allow_threads_direct}
              change={(checked) => set({ allow_threads_direct: checked })}
            />
            <SwitchField
              label={texts.form.questions}
              hint={texts.form.questionsHint}
              checked={fields.questions}
              change={(questions) => set({ questions })}
            />
          </>
        )}
      </MutationForm>
    </Dialog>
  );
}

interface NameFieldsProps extends Pick<PlaceDialogProps, 'target' | 'sections'> {
  fields: PlaceFields;
  refusedField: Mutation['field'];
  set: (changes: Partial<PlaceFields>) => void;
}

function NameFields({ target, sections, fields, refusedField, set }: NameFieldsProps) {
  // A proposal never replaces a URL name that someone chose or that existing links use.
  const [isProposing, setProposing] = useState(!target.editedPlace);
  const siblingNames = (target.section?.subcategories ?? sections).flatMap(({ name, display_name }) => [
    name,
    display_name,
  ]);
  function suggestName(display_name: string) {
    set({ display_name, ...(isProposing && { name: suggestPlaceName(display_name, siblingNames) }) });
  }

  return (
    <div className={`stack gap-16 align-start ${styles['fieldPair']}`}>
      <TextField
        label={texts.form.displayName}
        hint={texts.form.displayNameHint}
        value={fields.display_name}
        placeholder={fields.name}
        maxLength={limits.sectionName.max}
        autoComplete="off"
        aria-invalid={refusedField === 'display_name'}
        onChange={(event) => suggestName(event.target.value)}
      />
      <TextField
        label={texts.form.name}
        hint={texts.form.nameHint}
        value={fields.name}
        maxLength={limits.sectionName.max}
        required
        autoComplete="off"
        aria-invalid={refusedField === 'name'}
        onChange={(event) => {
          setProposing(event.target.value === '');
          set({ name: event.target.value });
        }}
      />
    </div>
  );
}

function IconPicker({ value, choose }: { value: string; choose: (icon: string) => void }) {
  const name = useId();
  return (
    <fieldset className={'shrinkable'}>
      <legend className={'label'}>
        {texts.form.icon}: <span className="color-text">{value}</span>
      </legend>
      <div className={`grid gap-2 ${styles['iconGrid']}`}>
        {Object.entries(icons).map(([key, emoji]) => (
          <label key={key} className={`pickable centred text-22 relative ${styles['iconChoice']}`} title={key}>
            <input
              type="radio"
              className="visually-hidden"
              name={name}
              value={key}
              checked={key === value}
              onChange={() => choose(key)}
            />
            <Emoji sprite="places" name={key} character={emoji} label={key} />
          </label>
        ))}
      </div>
    </fieldset>
  );
}
