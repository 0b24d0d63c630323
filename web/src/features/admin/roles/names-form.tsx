import { foldName } from '@guildhall/domain/account/names.js';
import { limits } from '@guildhall/domain/limits.js';
import { adminRole, memberRole } from '@guildhall/domain/roles.js';
import { useState } from 'react';
import { TextField } from '../../../ui/field.js';
import { useMutation } from '../../../shared/hooks/use-mutation.js';
import { MutationForm } from '../../../ui/form/mutation-form.js';
import { Dialog } from '../../../ui/dialog/dialog.js';
import { send } from '../../../shared/api/api.js';
import type { WriteResponse } from '@guildhall/domain/wire/schemas/write.js';
import { texts } from './texts.js';
import { isRoleColour, TitleColour } from './title-colour.js';
import { withUndo } from '../shared/undo-actions.js';
import { reloadRoles } from '../shared/role-list.js';

/** `display_name` is omitted if it equals the name. */
export interface RoleNames {
  name: string;
  display_name?: string;
  description: string;
  /** `#` and six hex digits. Null for no colour. */
  color: string | null;
}

type NameTexts = Record<keyof RoleNames, string>;

export const toNameTexts = ({ name, display_name = '', description, color }: RoleNames): NameTexts => ({
  name,
  display_name,
  description,
  color: color ?? '',
});

/** Returns the names to send, or the message about an invalid one. */
export function parseNames(nameTexts: NameTexts): { names: RoleNames } | { wrong: string } {
  const name = nameTexts.name.trim();
  const wrong = validateNames(name) ?? (isRoleColour(nameTexts.color) ? null : texts.colour.invalid);
  if (wrong !== null) return { wrong };
  const displayName = nameTexts.display_name.trim();
  const names = { name, description: nameTexts.description.trim(), color: nameTexts.color || null };
  return { names: { ...names, ...(displayName ? { display_name: displayName } : {}) } };
}

export function NameFields({ names, change }: { names: NameTexts; change: (names: NameTexts) => void }) {
  const bindField = (key: Exclude<keyof RoleNames, 'color'>) => ({
    value: names[key],
    autoComplete: 'off',
    onChange: (event: { target: { value: string } }) => change({ ...names, [key]: event.target.value }),
  });
  return (
    <>
      <TextField
        label={texts.name}
        hint={texts.nameHint}
        maxLength={limits.roleName.max}
        required
        {...bindField('name')}
      />
      <TextField
        label={texts.displayName}
        hint={texts.displayNameHint}
        maxLength={limits.roleName.max}
        {...bindField('display_name')}
      />
      <TextField label={texts.description} maxLength={limits.description.max} {...bindField('description')} />
      <TitleColour
        title={names.display_name.trim() || names.name.trim()}
        color={names.color}
        change={(color) => change({ ...names, color })}
      />
    </>
  );
}

function validateNames(name: string): string | null {
  if (name === '') return texts.nameRequired;
  const isDefault = [adminRole.name, memberRole.name].some((fixedName) => foldName(fixedName) === foldName(name));
  return isDefault ? texts.nameOfDefault : null;
}

export function NewRoleDialog({ close }: { close: (id: number | null) => void }) {
  const mutation = useMutation(texts.notCreated, { onStale: reloadRoles });
  const [nameTexts, setWritten] = useState(() => toNameTexts({ name: '', description: '', color: null }));
  function create() {
    const result = parseNames(nameTexts);
    if ('wrong' in result) return mutation.setFault(result.wrong);
    const { names } = result;
    void mutation.run(names, async (key) => {
      const call = send<WriteResponse>('POST', '/admin/roles', key, { ...names });
      const createdText = texts.created(names.display_name ?? names.name);
      const { id = null } = await withUndo(call, createdText, reloadRoles);
      close(id);
    });
  }
  return (
    <Dialog title={texts.newRole} body={texts.newBody} open close={() => close(null)}>
      <MutationForm
        mutation={mutation}
        submit={create}
        name={texts.create}
        busyName={texts.creating}
        cancel={() => close(null)}
        noValidate
      >
        <NameFields names={nameTexts} change={setWritten} />
      </MutationForm>
    </Dialog>
  );
}
