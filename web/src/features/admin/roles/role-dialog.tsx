import type { RoleHolder, RoleRow } from '@guildhall/domain/wire/schemas/staff/roles.js';
import type { WriteResponse } from '@guildhall/domain/wire/schemas/write.js';
import { isAbove } from '@guildhall/domain/staff/rank.js';
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
import { NamesForm, type RoleNames } from './names-form.js';
import { texts } from './texts.js';
import { memberRole, permissionKeys, type PermissionKey } from '@guildhall/domain/roles.js';
import { keyTexts } from '../shared/permission-texts.js';
import { SwitchField } from '../../../ui/fields/switch-field.js';
import styles from './roles.module.css';
import { can } from '@guildhall/domain/permissions.js';
import { linkTo } from '../../../shared/paths.js';
import { Link } from '../../../shared/router.js';
import { listOf } from '../../../queries/pages.js';
import { usePagedList } from '../../../queries/use-paged-list.js';
import { MoreButton } from '../../../ui/loading/more-button.js';
import { Avatar } from '../../../ui/member.js';

const addressOf = ({ id }: RoleRow) => `/admin/roles/${id}`;

interface RoleDialogProps {
  role: RoleRow;
  close: () => void;
}

export function RoleDialog({ role, close }: RoleDialogProps) {
  const [deleting, setDeleting] = useState(false);
  if (deleting) return <Deletion role={role} keep={() => setDeleting(false)} close={close} />;
  return <Details role={role} close={close} remove={() => setDeleting(true)} />;
}

function Details({ role, close, remove }: RoleDialogProps & { remove: () => void }) {
  const actor = useActor();
  // Ignores place permissions, which only Admins can read. The server makes the final check.
  const above = isAbove(actor, { roleId: role.id, keys: new Set(role.permissions) }, []);
  const fixed = role.default || !above;
  return (
    <Dialog title={role.display_name} {...(role.description ? { body: role.description } : {})} open close={close} wide>
      {fixed && <Alert>{role.default ? texts.fixed : texts.notAbove}</Alert>}
      {!fixed && <Names role={role} />}
      <h3>{texts.may}</h3>
      {!fixed && <p className="muted break-anywhere">{texts.mayHint}</p>}
      <PermissionSwitches role={role} fixed={fixed} />
      <h3>{texts.who}</h3>
      <RoleHolders role={role} />
      <DialogEnd>
        {!fixed && (
          <Button kind="danger" onClick={remove}>
            {texts.delete}
          </Button>
        )}
        <Button onClick={close}>{texts.close}</Button>
      </DialogEnd>
    </Dialog>
  );
}

function Names({ role }: { role: RoleRow }) {
  const mutation = useMutation(texts.notSaved, { stale: reloadRoles });
  // The names at the start of editing; null if nothing is being edited.
  const [editBase, setEditBase] = useState<RoleNames | null>(null);
  const submit = (names: RoleNames) =>
    void mutation.run(names, async (key) => {
      const call = send<WriteResponse>('PUT', addressOf(role), key, { ...names });
      await withUndo(call, texts.saved(names.display_name ?? names.name), reloadRoles);
      setEditBase(null);
    });
  const { name, display_name, description, color } = role;
  const names = { name, display_name, description, color };
  const from = editBase ?? names;
  return (
    <>
      {keyOf(from) !== keyOf(names) && (
        <Alert>
          {texts.namesChanged}
          <Button onClick={() => setEditBase(null)}>{texts.loadNames}</Button>
        </Alert>
      )}
      <NamesForm
        key={keyOf(from)}
        names={from}
        onEdit={() => setEditBase(from)}
        mutation={mutation}
        submit={submit}
        name={texts.save}
        busyName={texts.saving}
      />
    </>
  );
}

const keyOf = ({ name, display_name = '', description, color }: RoleNames) =>
  JSON.stringify([name, display_name, description, color]);

function Deletion({ role, keep, close }: RoleDialogProps & { keep: () => void }) {
  const mutation = useMutation(texts.notDeleted, { stale: reloadRoles });
  const remove = () =>
    void mutation.run(role.id, async (key) => {
      const call = send<WriteResponse>('DELETE', addressOf(role), key, {});
      await withUndo(call, texts.deleted(role.display_name), reloadRoles);
      close();
    });
  return (
    <Dialog title={texts.deleteTitle(role.display_name)} body={texts.deleteBody(role.holders)} open close={keep}>
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

/** Each switch takes effect immediately. */
export function PermissionSwitches({ role, fixed }: { role: RoleRow; fixed: boolean }) {
  const actor = useActor();
  const mutation = useMutation<{ permission: PermissionKey; on: boolean }>(texts.notGiven, {
    stale: reloadRoles,
  });
  const { pending } = mutation;
  function change(permission: PermissionKey, on: boolean) {
    const [done, otherwise] = on ? [texts.given, texts.notGiven] : [texts.taken, texts.notTaken];
    const message = done(keyTexts[permission].name, role.display_name);
    const path = `${addressOf(role)}/permissions`;
    const write = (key: string) =>
      on
        ? send<WriteResponse>('POST', path, key, { permission })
        : send<WriteResponse>('DELETE', `${path}/${permission}`, key, {});
    void mutation.run({ permission, on }, (key) => withUndo(write(key), message, reloadRoles), otherwise);
  }
  return (
    <div className={`grid ${styles['switches']}`}>
      {mutation.fault !== null && <Alert kind="error">{mutation.fault}</Alert>}
      {permissionKeys.map((permission) => (
        <SwitchField
          key={permission}
          label={keyTexts[permission].name}
          hint={keyTexts[permission].hint}
          checked={pending?.permission === permission ? pending.on : role.permissions.includes(permission)}
          change={(on) => change(permission, on)}
          disabled={fixed || memberRole.keys.includes(permission) || !actor.keys.has(permission)}
        />
      ))}
    </div>
  );
}

const holders = listOf<RoleHolder>(30, 300);

export function RoleHolders({ role }: { role: RoleRow }) {
  const list = usePagedList(holders, `${addressOf(role)}/holders`);
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
