import { limits } from '@guildhall/domain/limits.js';
import { useState } from 'react';
import { TextField } from '../../shared/ui/field.js';
import { StaffActForm } from './staff-act-form.js';
import { StandingBan } from './standing-ban.js';
import { namesOf, type PeopleActProps } from './people.js';
import { texts } from './texts.js';
import { usePeopleAct } from './use-people-act.js';

export function UnbanForm(props: PeopleActProps) {
  const { people, cancel } = props;
  const [reason, setReason] = useState('');
  const { act, submit } = usePeopleAct(props);
  const [one] = people;
  return (
    <StaffActForm
      act={act}
      submit={() => submit(reason, { action: 'unban', reason })}
      name={texts.unbanName(namesOf(people))}
      busyName={texts.unbanning}
      cancel={cancel}
    >
      {one && people.length === 1 && <StandingBan row={one} />}
      <TextField
        label={texts.reason}
        hint={texts.staffReasonHint}
        value={reason}
        maxLength={limits.reason.max}
        autoComplete="off"
        onChange={(event) => setReason(event.target.value)}
      />
    </StaffActForm>
  );
}
