import { gameScope, keyLimits, keyScopes, type KeyScope } from '@guildhall/domain/key-scopes.js';
import { memberRole } from '@guildhall/domain/roles.js';
import type { ApiKeyCreated } from '@guildhall/domain/wire/schemas/staff/api-keys.js';
import { useState } from 'react';
import { send } from '../../../shared/api/api.js';
import { useMutation } from '../../../shared/hooks/use-mutation.js';
import { Button } from '../../../ui/button.js';
import { Dialog, DialogEnd } from '../../../ui/dialog/dialog.js';
import { CopyText } from '../../../ui/editor/copy-text.js';
import { TextArea, TextField } from '../../../ui/field.js';
import { CheckboxField } from '../../../ui/fields/checkbox-field.js';
import { DateField } from '../../../ui/fields/date-field.js';
import { SelectField } from '../../../ui/fields/select-field.js';
import { MutationForm } from '../../../ui/form/mutation-form.js';
import { toIso, toLocalInput } from '../../../ui/time/local-time.js';
import { useRoles } from '../shared/role-list.js';
import { texts } from './texts.js';

const { min, max } = keyLimits.callsPerMinute;
const programScopes = keyScopes.filter((scope) => scope !== gameScope);

interface NewKeyDialogProps {
  close: () => void;
  reload: () => Promise<unknown>;
}

export function NewKeyDialog({ close, reload }: NewKeyDialogProps) {
  const [created, setCreated] = useState<{ name: string; secret: string } | null>(null);
  if (created) return <CreatedDialog {...created} close={close} />;
  return <KeyForm close={close} reload={reload} created={(name, secret) => setCreated({ name, secret })} />;
}

function KeyForm({ close, reload, created }: NewKeyDialogProps & { created: (name: string, secret: string) => void }) {
  const roles = useRoles().body ?? [];
  const [name, setName] = useState('');
  const [roleId, setRoleId] = useState(String(memberRole.id));
  const [scopes, setScopes] = useState<readonly KeyScope[]>(['read']);
  const [until, setUntil] = useState('');
  const [calls, setCalls] = useState('60');
  const mutation = useMutation(texts.notCreated, { stale: reload });
  const missing = name.trim() === '' ? texts.nameRequired : scopes.length === 0 ? texts.scopesRequired : null;
  // The response of a call in progress contains the key.
  const closeUnlessBusy = () => {
    if (!mutation.busy) close();
  };
  function create() {
    const fields = { name: name.trim(), role_id: Number(roleId), scopes };
    const body = { ...fields, until: toIso(until), calls_per_minute: Number(calls) };
    void mutation.run(body, async (idempotencyKey) => {
      const response = await send<ApiKeyCreated>('POST', '/admin/keys', idempotencyKey, body);
      created(body.name, response.body.key);
      void reload();
    });
  }
  const toggle = (scope: KeyScope) => (checked: boolean) =>
    setScopes(programScopes.filter((other) => (other === scope ? checked : scopes.includes(other))));
  return (
    <Dialog title={texts.newKey} body={texts.newBody} open close={closeUnlessBusy}>
      <MutationForm
        mutation={mutation}
        submit={create}
        name={texts.create}
        busyName={texts.creating}
        missing={missing}
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

/** Only the button closes the dialog, because the key is lost afterwards. */
function CreatedDialog({ name, secret, close }: { name: string; secret: string; close: () => void }) {
  return (
    <Dialog title={texts.created(name)} body={texts.createdBody} open close={() => undefined} alert>
      <TextArea
        label={texts.key}
        value={secret}
        rows={2}
        readOnly
        spellCheck={false}
        onFocus={(event) => event.target.select()}
      />
      <DialogEnd>
        <Button onClick={close}>{texts.done}</Button>
        <CopyText text={secret} />
      </DialogEnd>
    </Dialog>
  );
}
