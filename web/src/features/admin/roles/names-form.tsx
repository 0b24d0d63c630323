import { foldName } from '@guildhall/domain/account/names.js';
import { limits } from '@guildhall/domain/limits.js';
import { adminRole, memberRole } from '@guildhall/domain/roles.js';
import { useState } from 'react';
import { TextField } from '../../../ui/field.js';
import { type Mutation, useMutation } from '../../../shared/hooks/use-mutation.js';
import { MutationForm } from '../../../ui/form/mutation-form.js';
import { Dialog } from '../../../ui/dialog/dialog.js';
import { send } from '../../../shared/api/api.js';
import type { WriteResponse } from '@guildhall/domain/wire/schemas/write.js';
import { texts } from './texts.js';
import { isRoleColour, TitleColour } from './title-colour.js';
import { withUndo } from '../shared/undo-actions.js';
import { reloadRoles } from '../shared/role-list.js';

/** `display_name` is present only if it differs from the name. */
export interface RoleNames {
  name: string;
  display_name?: string;
  description: string;
  /** `#` followed by six hex digits; null for none. */
  color: string | null;
}

interface NamesFormProps {
  names: RoleNames;
  onEdit?: () => void;
  mutation: Mutation;
  submit: (names: RoleNames) => void;
  name: string;
  busyName: string;
  cancel?: () => void;
}

export function NamesForm({ names, onEdit, mutation, submit, name, busyName, cancel }: NamesFormProps) {
  const [fields, setFields] = useState({
    ...names,
    display_name: names.display_name ?? '',
    color: names.color ?? '',
  });
  const field = (key: Exclude<keyof RoleNames, 'color'>) => ({
    value: fields[key],
    autoComplete: 'off',
    onChange: (event: { target: { value: string } }) => {
      onEdit?.();
      setFields({ ...fields, [key]: event.target.value });
    },
  });
  function validate() {
    const trimmedName = fields.name.trim();
    const wrong = faultOf(trimmedName) ?? (isRoleColour(fields.color) ? null : texts.colour.invalid);
    mutation.setFault(wrong);
    if (wrong !== null) return;
    const displayName = fields.display_name.trim();
    const description = fields.description.trim();
    submit({
      name: trimmedName,
      description,
      color: fields.color || null,
      ...(displayName ? { display_name: displayName } : {}),
    });
  }
  return (
    <MutationForm mutation={mutation} submit={validate} name={name} busyName={busyName} cancel={cancel} noValidate>
      <TextField label={texts.name} hint={texts.nameHint} maxLength={limits.roleName.max} required {...field('name')} />
      <TextField
        label={texts.displayName}
        hint={texts.displayNameHint}
        maxLength={limits.roleName.max}
        {...field('display_name')}
      />
      <TextField label={texts.description} maxLength={limits.description.max} {...field('description')} />
      <TitleColour
        title={fields.display_name.trim() || fields.name.trim()}
        color={fields.color}
        change={(color) => {
          onEdit?.();
          setFields({ ...fields, color });
        }}
      />
    </MutationForm>
  );
}

function faultOf(name: string): string | null {
  if (name === '') return texts.nameRequired;
  const isDefault = [adminRole.name, memberRole.name].some((fixed) => foldName(fixed) === foldName(name));
  return isDefault ? texts.nameOfDefault : null;
}

export function NewRoleDialog({ close }: { close: (id: number | null) => void }) {
  const mutation = useMutation(texts.notCreated, { stale: reloadRoles });
  const submit = (names: RoleNames) =>
    void mutation.run(names, async (key) => {
      const call = send<WriteResponse>('POST', '/admin/roles', key, { ...names });
      const created = texts.created(names.display_name ?? names.name);
      const { id = null } = await withUndo(call, created, reloadRoles);
      close(id);
    });
  return (
    <Dialog title={texts.newRole} body={texts.newBody} open close={() => close(null)}>
      <NamesForm
        names={{ name: '', description: '', color: null }}
        mutation={mutation}
        submit={submit}
        name={texts.create}
        busyName={texts.creating}
        cancel={() => close(null)}
      />
    </Dialog>
  );
}
