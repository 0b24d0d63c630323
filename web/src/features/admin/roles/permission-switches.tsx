import { memberRole, permissionKeys, type PermissionKey } from '@guildhall/domain/roles.js';
import type { RoleRow } from '@guildhall/domain/wire/schemas/staff/roles.js';
import { useState } from 'react';
import { useActor } from '../../../shared/state/session.js';
import { Alert } from '../../../ui/alert.js';
import { keyTexts } from '../shared/permission-texts.js';
import { reloadRoles } from '../shared/role-list.js';
import { SwitchField } from '../../../ui/fields/switch-field.js';
import { showDone } from '../shared/undo-actions.js';
import { useMutation } from '../shared/use-mutation.js';
import { setPermission } from './api.js';
import styles from './admin-roles.module.css';
import { texts } from './texts.js';

/** The thirteen permissions of a role; a switch takes effect immediately. */
export function PermissionSwitches({ role, fixed }: { role: RoleRow; fixed: boolean }) {
  const [asked, setAsked] = useState<{ permission: PermissionKey; on: boolean } | null>(null);
  const actor = useActor();
  const mutation = useMutation(texts.notGiven, () => void reloadRoles());
  async function change(permission: PermissionKey, on: boolean) {
    if (mutation.busy) return;
    setAsked({ permission, on });
    const otherwise = on ? texts.notGiven : texts.notTaken;
    const done = await mutation.run(
      { permission, on },
      (key) => setPermission(role.id, permission, on, key),
      otherwise,
    );
    if (done) {
      await reloadRoles();
      const words = on ? texts.given : texts.taken;
      showDone(words(keyTexts[permission].name, role.display_name), done.acts, () => void reloadRoles());
    }
    setAsked(null);
  }
  return (
    <div className={`grid ${styles['switches']}`}>
      {mutation.fault !== null && <Alert kind="error">{mutation.fault}</Alert>}
      {permissionKeys.map((permission) => (
        <SwitchField
          key={permission}
          label={keyTexts[permission].name}
          hint={keyTexts[permission].hint}
          checked={asked?.permission === permission ? asked.on : role.permissions.includes(permission)}
          change={(on) => void change(permission, on)}
          disabled={fixed || memberRole.keys.includes(permission) || !actor.keys.has(permission)}
        />
      ))}
    </div>
  );
}
