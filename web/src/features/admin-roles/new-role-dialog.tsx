import { showDone } from '../admin/undo-acts.js';
import { loadRoles } from '../admin/role-list.js';
import { useAct } from '../admin/use-act.js';
import { Button } from '../../shared/ui/button.js';
import { Dialog } from '../dialog/dialog.js';
import { createRole, type RoleNames } from './api.js';
import { NamesForm } from './names-form.js';
import { texts } from './texts.js';

interface NewRoleDialogProps {
  /** With the id of the new role; null where there is none. */
  close: (id: number | null) => void;
}

export function NewRoleDialog({ close }: NewRoleDialogProps) {
  const act = useAct(texts.notCreated, () => void loadRoles());
  const submit = (names: RoleNames) =>
    void act
      .run(names, (key) => createRole(names, key))
      .then(async (answer) => {
        if (!answer) return;
        await loadRoles();
        showDone(texts.created(names.display_name ?? names.name), answer.acts, () => void loadRoles());
        close(answer.id ?? null);
      });
  return (
    <Dialog title={texts.newRole} body={texts.newBody} open close={() => close(null)}>
      <NamesForm
        names={{ name: '', description: '' }}
        act={act}
        submit={submit}
        name={texts.create}
        busyName={texts.creating}
      >
        <Button onClick={() => close(null)}>{texts.cancel}</Button>
      </NamesForm>
    </Dialog>
  );
}
