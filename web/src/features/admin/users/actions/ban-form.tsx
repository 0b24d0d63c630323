import { limits } from '@guildhall/domain/limits.js';
import { useState } from 'react';
import { dateAndTime } from '../../../../shared/dates.js';
import { TextField } from '../../../../ui/field.js';
import { ChoiceField } from '../../../../ui/fields/choice-field.js';
import { DateField } from '../../../../ui/fields/date-field.js';
import { isoOf, localOf } from '../../../../ui/time/local-time.js';
import { StaffActionForm } from './staff-action-form.js';
import styles from '../shared/admin-users.module.css';
import { banEnd, banLengths, type BanLength } from './ban-end.js';
import { namesOf, type PeopleActionProps } from './people.js';
import { texts } from '../shared/texts.js';
import { usePeopleMutation } from './use-people-mutation.js';

const lengthOptions = banLengths.map((value) => ({ value, name: texts.lengths[value] }));

/** Bans people for a time or permanently, or changes the current ban. */
export function BanForm(props: PeopleActionProps) {
  const { people, cancel } = props;
  const [length, setLength] = useState<BanLength>('week');
  const [until, setUntil] = useState('');
  const [reason, setReason] = useState('');
  const { mutation, submit } = usePeopleMutation(props);
  const end = banEnd(length, isoOf(until), new Date());
  const missing = length === 'until' && end === null;
  const who = namesOf(people);
  function ban() {
    // Again at the moment of the click: a dialog may have been open for a while.
    const ends = banEnd(length, isoOf(until), new Date());
    submit({ length, until, reason }, { action: 'ban', reason, until: ends });
  }
  return (
    <StaffActionForm
      mutation={mutation}
      submit={ban}
      name={texts.banName(who)}
      busyName={texts.banning}
      danger
      missing={missing ? texts.endMissing : null}
      cancel={cancel}
    >
      <ChoiceField label={texts.banFor} value={length} choose={setLength} options={lengthOptions} />
      {length === 'until' && (
        <DateField label={texts.endsAt} value={until} change={setUntil} withTime min={localOf(new Date())} />
      )}
      <p className={styles['consequence']}>
        {missing ? texts.endMissing : end === null ? texts.endsNever : texts.ends(dateAndTime(new Date(end)))}
      </p>
      <TextField
        label={texts.reason}
        hint={texts.reasonHint}
        value={reason}
        maxLength={limits.reason.max}
        autoComplete="off"
        onChange={(event) => setReason(event.target.value)}
      />
    </StaffActionForm>
  );
}
