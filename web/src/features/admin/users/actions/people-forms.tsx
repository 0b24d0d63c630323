import { useState } from 'react';
import { TextField } from '../../../../ui/field.js';
import { CheckboxField } from '../../../../ui/fields/checkbox-field.js';
import { ChoiceField } from '../../../../ui/fields/choice-field.js';
import { MutationForm } from '../../../../ui/form/mutation-form.js';
import { ReasonField } from '../../../../ui/form/reason-field.js';
import { BanLengthField, formatBanned, useBanLength } from '../../shared/ban-length-field.js';
import { formatNames, usePeopleMutation, type PeopleActionProps } from './people-mutation.js';
import { LinkedAccounts } from '../game-accounts.js';
import { CurrentBan } from '../person.js';
import { texts } from '../texts.js';
import styles from '../users.module.css';

export function BanForm(props: PeopleActionProps) {
  const banLength = useBanLength();
  const [siteOnly, setSiteOnly] = useState(false);
  const [reason, setReason] = useState('');
  const { mutation, submit } = usePeopleMutation(props);
  function ban() {
    const until = banLength.getEnd();
    const action = { action: 'ban', reason, until, site_only: siteOnly } as const;
    submit({ ...banLength.choice, siteOnly, reason }, action, formatBanned(until));
  }
  return (
    <MutationForm
      mutation={mutation}
      submit={ban}
      name={texts.headings.ban.title(formatNames(props.people))}
      busyName={texts.banning}
      kind="danger"
      missing={banLength.missing}
      cancel={props.cancel}
    >
      <LinkedAccounts people={props.people}>
        <CheckboxField
          label={texts.gameAccounts.alsoBan}
          checked={!siteOnly}
          change={(checked) => setSiteOnly(!checked)}
        />
      </LinkedAccounts>
      <BanLengthField {...banLength} />
      <ReasonField label={texts.reason} hint={texts.reasonHint} value={reason} change={setReason} />
    </MutationForm>
  );
}

export function UnbanForm(props: PeopleActionProps) {
  const { people, cancel } = props;
  const [reason, setReason] = useState('');
  const { mutation, submit } = usePeopleMutation(props);
  const [person] = people;
  return (
    <MutationForm
      mutation={mutation}
      submit={() => submit(reason, { action: 'unban', reason }, texts.unbanned)}
      name={texts.headings.unban.title(formatNames(people))}
      busyName={texts.unbanning}
      cancel={cancel}
    >
      {person && people.length === 1 && <CurrentBan row={person} />}
      <ReasonField label={texts.reason} hint={texts.staffReasonHint} value={reason} change={setReason} />
    </MutationForm>
  );
}

const textChoices = [
  { value: 'keep', name: texts.keepTexts, hint: texts.keepTextsHint },
  { value: 'erase', name: texts.eraseTexts, hint: texts.eraseTextsHint },
] as const;

/** Requires the member's name as confirmation, or the number of accounts if there are several. */
export function DeleteForm(props: PeopleActionProps) {
  const { people, cancel } = props;
  const [choice, setChoice] = useState<'keep' | 'erase'>('keep');
  const [reason, setReason] = useState('');
  const [typedText, setTypedText] = useState('');
  const { mutation, submit } = usePeopleMutation(props);
  const onlyPerson = people.length === 1 ? people[0] : undefined;
  const expectedText = onlyPerson ? onlyPerson.username : String(people.length);
  const label = onlyPerson ? texts.typeName(expectedText) : texts.typeCount(people.length);
  const names = formatNames(people);
  return (
    <MutationForm
      mutation={mutation}
      submit={() => submit({ choice, reason }, { action: 'delete', texts: choice === 'erase', reason }, texts.deleted)}
      name={texts.headings.delete.title(names)}
      busyName={texts.deleting}
      kind="danger"
      missing={typedText.trim() === expectedText ? null : label}
      cancel={cancel}
    >
      <p>{onlyPerson ? texts.deleteBody(names) : texts.deleteMany(people.length)}</p>
      <ChoiceField label={texts.textsLabel} value={choice} choose={setChoice} options={textChoices} />
      <p className={styles['consequence']}>
        {texts.stays} <strong>{texts.cannotUndo}</strong>
      </p>
      <ReasonField label={texts.reason} hint={texts.staffReasonHint} value={reason} change={setReason} />
      <TextField
        label={label}
        value={typedText}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => setTypedText(event.target.value)}
      />
    </MutationForm>
  );
}
