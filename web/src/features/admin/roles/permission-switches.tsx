import { memberRole, permissionKeys, type PermissionKey } from '@guildhall/domain/roles.js';
import type { RoleRow } from '@guildhall/domain/wire/schemas/staff/roles.js';
import { useActor } from '../../../shared/state/session.js';
import { Alert } from '../../../ui/alert.js';
import { keyTexts } from '../shared/permission-texts.js';
import { reloadRoles } from '../shared/role-list.js';
import { SwitchField } from '../../../ui/fields/switch-field.js';
import { showDone } from '../shared/undo-actions.js';
import { useMutation } from '../../../shared/hooks/use-mutation.js';
import { setPermission } from './api.js';
import styles from './admin-roles.module.css';
import { texts } from './texts.js';

/** The thirteen permissions of a role; a switch takes effect immediately. */
export function PermissionSwitches({ role, fixed }: { role: RoleRow; fixed: boolean }) {
  const actor = useActor();
  const mutation = useMutation<{ permission: PermissionKey; on: boolean }>(texts.notGiven, {
    stale: () => void reloadRoles(),
  });
  const { pending } = mutation;
  function change(permission: PermissionKey, on: boolean) {
    const [done, otherwise] = on ? [texts.given, texts.notGiven] : [texts.taken, texts.notTaken];
    const write = async (key: string) => {
      const { body } = await setPermission(role.id, permission, on, key);
      await reloadRoles();
      showDone(done(keyTexts[permission].name, role.display_name), body.acts, () => void reloadRoles());
    };
    void mutation.run({ permission, on }, write, otherwise);
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
