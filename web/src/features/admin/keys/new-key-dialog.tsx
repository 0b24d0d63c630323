import { gameScope, keyLimits, keyScopes, type KeyScope } from '@guildhall/domain/key-scopes.js';
import { memberRole } from '@guildhall/domain/roles.js';
import { useState } from 'react';
import { Dialog } from '../../../ui/dialog/dialog.js';
import { TextField } from '../../../ui/field.js';
import { CheckboxField } from '../../../ui/fields/checkbox-field.js';
import { DateField } from '../../../ui/fields/date-field.js';
import { SelectField } from '../../../ui/fields/select-field.js';
import { MutationForm } from '../../../ui/form/mutation-form.js';
import { toIso, toLocalInput } from '../../../ui/time/local-time.js';
import { CreatedKeyDialog, useKeyCreation } from '../shared/key-creation.js';
import { useRoles } from '../shared/role-list.js';
import { texts } from './texts.js';

const { min, max } = keyLimits.callsPerMinute;
const programScopes = keyScopes.filter((scope) => scope !== gameScope);

interface NewKeyDialogProps {
  close: () => void;
  reload: () => Promise<unknown>;
}

export function NewKeyDialog({ close, reload }: NewKeyDialogProps) {
  const roles = useRoles().body ?? [];
  const [name, setName] = useState('');
  const [roleId, setRoleId] = useState(String(memberRole.id));
  const [scopes, setScopes] = useState<readonly KeyScope[]>(['read']);
  const [until, setUntil] = useState('');
  const [calls, setCalls] = useState('60');
  const { secret, mutation, create, closeUnlessBusy } = useKeyCreation({
    failureText: texts.notCreated,
    close,
    reload,
  });
  if (secret !== null)
    return <CreatedKeyDialog title={texts.created(name.trim())} body={texts.createdBody} {...{ secret, close }} />;
  const missingField = name.trim() === '' ? texts.nameRequired : scopes.length === 0 ? texts.scopesRequired : null;
  const submit = () => {
    const fields = { name: name.trim(), role_id: Number(roleId), scopes };
    create({ ...fields, until: toIso(until), calls_per_minute: Number(calls) });
  };
  const toggle = (scope: KeyScope) => (checked: boolean) =>
    setScopes(programScopes.filter((other) => (other === scope ? checked : scopes.includes(other))));
  return (
    <Dialog title={texts.newKey} body={texts.newBody} open close={closeUnlessBusy}>
      <MutationForm
        mutation={mutation}
        submit={submit}
        name={texts.create}
        busyName={texts.creating}
        missing={missingField}
        cancel={closeUnlessBusy}
      >
        <TextField
          label={texts.name}
          hint={texts.nameHint(name.trim())}
          value={name}
          maxLength={keyLimits.name.max}
          autoComplete="off"
          required
          onChange={(event) => setName(event.target.value)}
        />
        <SelectField
          label={texts.role}
          value={roleId}
          choose={setRoleId}
          options={roles.map(({ id, display_name }) => ({ value: String(id), name: display_name }))}
        />
        <fieldset className="grid gap-4 shrinkable">
          <legend className="label">{texts.scopes}</legend>
          {programScopes.map((scope) => (
            <CheckboxField
              key={scope}
              label={texts.scopeTexts[scope].name}
              hint={texts.scopeTexts[scope].hint}
              checked={scopes.includes(scope)}
              change={toggle(scope)}
            />
          ))}
        </fieldset>
        <DateField
          label={texts.until}
          hint={texts.untilHint}
          value={until}
          change={setUntil}
          withTime
          min={toLocalInput(new Date())}
        />
        <TextField
          label={texts.calls}
          type="number"
          value={calls}
          min={min}
          max={max}
          required
          onChange={(event) => setCalls(event.target.value)}
        />
      </MutationForm>
    </Dialog>
  );
}
