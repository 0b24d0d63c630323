import { limits } from '@guildhall/domain/limits.js';
import { useState } from 'react';
import { TextField } from '../../../../ui/field.js';
import { StaffActionForm } from './staff-action-form.js';
import { CurrentBan } from '../shared/current-ban.js';
import { namesOf, type PeopleActionProps } from './people.js';
import { texts } from '../shared/texts.js';
import { usePeopleMutation } from './use-people-mutation.js';

export function UnbanForm(props: PeopleActionProps) {
  const { people, cancel } = props;
  const [reason, setReason] = useState('');
  const { mutation, submit } = usePeopleMutation(props);
  const [one] = people;
  return (
    <StaffActionForm
      mutation={mutation}
      submit={() => submit(reason, { action: 'unban', reason })}
      name={texts.unbanName(namesOf(people))}
      busyName={texts.unbanning}
      cancel={cancel}
    >
      {one && people.length === 1 && <CurrentBan row={one} />}
      <TextField
        label={texts.reason}
        hint={texts.staffReasonHint}
        value={reason}
        maxLength={limits.reason.max}
        autoComplete="off"
        onChange={(event) => setReason(event.target.value)}
      />
    </StaffActionForm>
  );
}
