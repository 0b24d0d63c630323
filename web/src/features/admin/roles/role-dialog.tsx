import type { RoleHolder, RoleRow } from '@guildhall/domain/wire/schemas/staff/roles.js';
import type { WriteResponse } from '@guildhall/domain/wire/schemas/write.js';
import { mayManage } from '@guildhall/domain/staff/rank.js';
import { useState } from 'react';
import { send } from '../../../shared/api/api.js';
import { useActor } from '../../../shared/state/session.js';
import { Button } from '../../../ui/button.js';
import { Alert, LoadError } from '../../../ui/alert.js';
import { reloadRoles } from '../shared/role-list.js';
import { withUndo } from '../shared/undo-actions.js';
import { useMutation } from '../../../shared/hooks/use-mutation.js';
import { MutationForm } from '../../../ui/form/mutation-form.js';
import { Dialog, DialogEnd } from '../../../ui/dialog/dialog.js';
import { NameFields, parseNames, toNameTexts } from './names-form.js';
import { PermissionSwitches, type PermissionChanges } from './permission-switches.js';
import { texts } from './texts.js';
import { isSameJson } from '@guildhall/domain/same-json.js';
import styles from './roles.module.css';
import { can } from '@guildhall/domain/permissions.js';
import { linkTo } from '../../../shared/paths.js';
import { Link } from '../../../shared/router.js';
import { createListKind } from '../../../queries/pages.js';
import { usePagedList } from '../../../queries/use-paged-list.js';
import { MoreButton } from '../../../ui/loading/more-button.js';
import { Avatar } from '../../../ui/member.js';

const buildAddress = ({ id }: RoleRow) => `/admin/roles/${id}`;

interface RoleDialogProps {
  role: RoleRow;
  close: () => void;
}

export function RoleDialog({ role, close }: RoleDialogProps) {
  const [isDeleting, setDeleting] = useState(false);
  if (isDeleting) return <Deletion role={role} keep={() => setDeleting(false)} close={close} />;
  return <Details role={role} close={close} remove={() => setDeleting(true)} />;
}

function Details({ role, close, remove }: RoleDialogProps & { remove: () => void }) {
  const actor = useActor();
  // Ignores permissions in places, which only Admins can read. The server makes the final check.
  const above = mayManage(actor, { roleId: role.id, keys: new Set(role.permissions) }, []);
  if (!role.default && above) return <Editor role={role} close={close} remove={remove} />;
  return (
    <Dialog {...getHeading(role)} open close={close} wide>
      <Alert>{role.default ? texts.fixed : texts.notAbove}</Alert>
      <PermissionSwitches role={role} fixed />
      <h3>{texts.who}</h3>
      <RoleHolders role={role} />
      <DialogEnd>
        <Button onClick={close}>{texts.close}</Button>
      </DialogEnd>
    </Dialog>
  );
}

function getHeading({ display_name, description }: RoleRow): { title: string; body?: string } {
  return { title: display_name, ...(description ? { body: description } : {}) };
}

/** Saves names and permissions in one call so that they share one audit row. */
function Editor({ role, close, remove }: RoleDialogProps & { remove: () => void }) {
  const [changes, setChanges] = useState<PermissionChanges>({});
  // The names before and after editing. Null if they have not been edited.
  const [edit, setEdit] = useState<{ base: string; names: ReturnType<typeof toNameTexts> } | null>(null);
  const mutation = useMutation(texts.notSaved, { onStale: reloadRoles });
  const storedTexts = toNameTexts(role);
  const editedNames = edit?.names ?? storedTexts;
  const isUnchanged = isSameJson(editedNames, storedTexts) && Object.keys(changes).length === 0;
  function save() {
    const result = parseNames(editedNames);
    if ('wrong' in result) return mutation.setFault(result.wrong);
    const body = { ...result.names, permissions: changes };
    const { display_name = result.names.name } = result.names;
    const write = (key: string) =>
      withUndo(send<WriteResponse>('PUT', buildAddress(role), key, body), texts.saved(display_name), reloadRoles);
    void mutation
      .run(body, write, getFailureText(changes, isSameJson(editedNames, storedTexts)))
      .then((isDone) => isDone && close());
  }
  // Only Cancel discards edits. Escape or a click outside does not.
  const dismiss = () => (isUnchanged ? close() : mutation.setFault(texts.unsaved));
  return (
    <Dialog {...getHeading(role)} open close={dismiss} wide>
      {edit !== null && edit.base !== JSON.stringify(storedTexts) && (
        <Alert>
          {texts.namesChanged}
          <Button onClick={() => setEdit(null)}>{texts.loadNames}</Button>
        </Alert>
      )}
      <MutationForm
        mutation={mutation}
        submit={save}
        name={texts.save}
        busyName={texts.saving}
        missing={isUnchanged ? texts.unchanged : null}
        cancel={close}
        aside={
          <Button kind="danger" onClick={remove}>
            {texts.delete}
          </Button>
        }
        noValidate
      >
        <NameFields
          names={editedNames}
          change={(next) => setEdit({ base: edit?.base ?? JSON.stringify(storedTexts), names: next })}
        />
        <h3>{texts.may}</h3>
        <PermissionSwitches role={role} fixed={false} changes={changes} change={setChanges} />
        <h3>{texts.who}</h3>
        <RoleHolders role={role} />
      </MutationForm>
    </Dialog>
  );
}

/** Returns the message that the specification prescribes if the changes only grant or only revoke permissions. */
function getFailureText(changes: PermissionChanges, hasSameNames: boolean): string {
  const kinds = new Set(Object.values(changes));
  if (!hasSameNames || kinds.size !== 1) return texts.notSaved;
  return kinds.has(true) ? texts.notGiven : texts.notTaken;
}

function Deletion({ role, keep, close }: RoleDialogProps & { keep: () => void }) {
  const mutation = useMutation(texts.notDeleted, { onStale: reloadRoles });
  const remove = () =>
    void mutation.run(role.id, async (key) => {
      const call = send<WriteResponse>('DELETE', buildAddress(role), key, {});
      await withUndo(call, texts.deleted(role.display_name), reloadRoles);
      close();
    });
  return (
    <Dialog title={texts.deleteTitle} body={texts.deleteBody(role.display_name, role.holders)} open close={keep}>
      <MutationForm
        mutation={mutation}
        submit={remove}
        name={texts.delete}
        busyName={texts.deleting}
        kind="danger"
        cancel={keep}
        cancelName={texts.keep}
      />
    </Dialog>
  );
}

const holders = createListKind<RoleHolder>(30, 300);

export function RoleHolders({ role }: { role: RoleRow }) {
  const list = usePagedList(holders, `${buildAddress(role)}/holders`);
  const { rows, status, reload } = list;
  const seesUsers = can(useActor(), 'view-users');
  return (
    <div aria-busy={status === 'loading'}>
      {status === 'failed' && <LoadError retry={() => void reload()} />}
      {status === 'ready' && rows.length === 0 && <p className="muted break-anywhere">{texts.nobody}</p>}
      <ul role="list" className="flow gap-4-8 margin-bottom-8">
        {rows.map(({ id, username, avatar_url }) => (
          <li key={id}>
            <Link
              to={seesUsers ? linkTo('adminUser', { id: String(id) }) : linkTo('profile', { username })}
              className={`line hoverable plain-link rounded ${styles['holder']}`}
            >
              <Avatar name={username} url={avatar_url} />
              {username}
            </Link>
          </li>
        ))}
      </ul>
      <MoreButton list={list} name={texts.more} />
      {seesUsers && rows.length > 0 && (
        <p>
          <Link to={`${linkTo('adminUsers')}?role=${role.id}`}>{texts.toUsers}</Link>
        </p>
      )}
    </div>
  );
}
