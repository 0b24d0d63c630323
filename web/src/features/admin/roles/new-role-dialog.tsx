import { showDone } from '../shared/undo-actions.js';
import { reloadRoles } from '../shared/role-list.js';
import { useMutation } from '../../../shared/hooks/use-mutation.js';
import { Button } from '../../../ui/button.js';
import { Dialog } from '../../../ui/dialog/dialog.js';
import { createRole, type RoleNames } from './api.js';
import { NamesForm } from './names-form.js';
import { texts } from './texts.js';

interface NewRoleDialogProps {
  /** With the id of the new role; null where there is none. */
  close: (id: number | null) => void;
}

export function NewRoleDialog({ close }: NewRoleDialogProps) {
  const mutation = useMutation(texts.notCreated, { stale: () => void reloadRoles() });
  const submit = (names: RoleNames) =>
    void mutation.run(names, async (key) => {
      const { body } = await createRole(names, key);
      await reloadRoles();
      showDone(texts.created(names.display_name ?? names.name), body.acts, () => void reloadRoles());
      close(body.id ?? null);
    });
  return (
    <Dialog title={texts.newRole} body={texts.newBody} open close={() => close(null)}>
      <NamesForm
        names={{ name: '', description: '', color: null }}
        mutation={mutation}
        submit={submit}
        name={texts.create}
        busyName={texts.creating}
      >
        <Button onClick={() => close(null)}>{texts.cancel}</Button>
      </NamesForm>
    </Dialog>
  );
}
