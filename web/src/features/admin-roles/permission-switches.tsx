import { memberRole, permissionKeys, type PermissionKey } from '@guildhall/domain/roles.js';
import type { RoleRow } from '@guildhall/domain/wire/admin.js';
import { useState } from 'react';
import { useActor } from '../../shared/session.js';
import { Notice } from '../../shared/ui/notice.js';
import { keyTexts } from '../admin/key-texts.js';
import { loadRoles } from '../admin/role-list.js';
import { SwitchField } from '../admin/switch-field.js';
import { showDone } from '../admin/undo-acts.js';
import { useAct } from '../admin/use-act.js';
import { setPermission } from './api.js';
import styles from './admin-roles.module.css';
import { texts } from './texts.js';

/** The thirteen permissions of a role; what is switched holds at once. */
export function PermissionSwitches({ role, fixed }: { role: RoleRow; fixed: boolean }) {
  const [asked, setAsked] = useState<{ permission: PermissionKey; on: boolean } | null>(null);
  const actor = useActor();
  const act = useAct(texts.notGiven, () => void loadRoles());
  async function change(permission: PermissionKey, on: boolean) {
    if (act.busy) return;
    setAsked({ permission, on });
    const otherwise = on ? texts.notGiven : texts.notTaken;
    const done = await act.run({ permission, on }, (key) => setPermission(role.id, permission, on, key), otherwise);
    if (done) {
      await loadRoles();
      const words = on ? texts.given : texts.taken;
      showDone(words(keyTexts[permission].name, role.display_name), done.acts, () => void loadRoles());
    }
    setAsked(null);
  }
  return (
    <div className={styles['switches']}>
      {act.fault !== null && <Notice kind="error">{act.fault}</Notice>}
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
