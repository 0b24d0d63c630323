import { limits } from '@guildhall/domain/limits.js';
import { useState } from 'react';
import { TextField } from '../../../../ui/field.js';
import { ChoiceField } from '../../../../ui/fields/choice-field.js';
import { StaffActionForm } from './staff-action-form.js';
import styles from '../shared/admin-users.module.css';
import { namesOf, type PeopleActionProps } from './people.js';
import { texts } from '../shared/texts.js';
import { usePeopleMutation } from './use-people-mutation.js';

const choices = [
  { value: 'keep', name: texts.keepTexts, hint: texts.keepTextsHint },
  { value: 'erase', name: texts.eraseTexts, hint: texts.eraseTextsHint },
] as const;

/** Deletes accounts permanently: the name (of many, their number) must be typed first. */
export function DeleteForm(props: PeopleActionProps) {
  const { people, cancel } = props;
  const [kept, setKept] = useState<'keep' | 'erase'>('keep');
  const [reason, setReason] = useState('');
  const [typed, setTyped] = useState('');
  const { mutation, submit } = usePeopleMutation(props);
  const one = people.length === 1 ? people[0] : undefined;
  const wanted = one ? one.username : String(people.length);
  const label = one ? texts.typeName(wanted) : texts.typeCount(people.length);
  const who = namesOf(people);
  return (
    <StaffActionForm
      mutation={mutation}
      submit={() => submit({ kept, reason }, { action: 'delete', texts: kept === 'erase', reason })}
      name={texts.deleteName(who)}
      busyName={texts.deleting}
      danger
      missing={typed.trim() === wanted ? null : label}
      cancel={cancel}
    >
      <p>{one ? texts.deleteBody(who) : texts.deleteMany(people.length)}</p>
      <ChoiceField label={texts.textsLabel} value={kept} choose={setKept} options={choices} />
      <p className={styles['consequence']}>
        {texts.stays} <strong>{texts.cannotUndo}</strong>
      </p>
      <TextField
        label={texts.reason}
        hint={texts.staffReasonHint}
        value={reason}
        maxLength={limits.reason.max}
        autoComplete="off"
        onChange={(event) => setReason(event.target.value)}
      />
      <TextField
        label={label}
        value={typed}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => setTyped(event.target.value)}
      />
    </StaffActionForm>
  );
}
