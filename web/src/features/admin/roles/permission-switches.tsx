import type { RoleRow } from '@guildhall/domain/wire/schemas/staff/roles.js';
import { memberRole, type PermissionKey } from '@guildhall/domain/roles.js';
import { useId } from 'react';
import { useActor } from '../../../shared/state/session.js';
import { SwitchField } from '../../../ui/fields/switch-field.js';
import { keyTexts } from '../shared/permission-texts.js';
import styles from './roles.module.css';
import { texts } from './texts.js';

export type PermissionChanges = Partial<Record<PermissionKey, boolean>>;

const groups = {
  everyone: memberRole.keys,
  moderation: ['sticky_topics', 'lock_topics', 'moderate_comments', 'delete_topics'],
  site: ['access_admin_panel', 'view_all_users', 'edit_theme'],
  dangerous: ['ban_accounts', 'delete_accounts', 'manage_roles'],
} as const satisfies Record<string, readonly PermissionKey[]>;
const groupNames = ['everyone', 'moderation', 'site', 'dangerous'] as const;

interface PermissionSwitchesProps {
  role: RoleRow;
  fixed: boolean;
  changes?: PermissionChanges;
  change?: (changes: PermissionChanges) => void;
}

/** Switching a permission back removes it from the changes so that it follows what others save. */
export function PermissionSwitches({ role, fixed, changes = {}, change }: PermissionSwitchesProps) {
  const actor = useActor();
  const id = useId();
  function toggle(key: PermissionKey, on: boolean) {
    const { [key]: _, ...others } = changes;
    change?.(on === role.permissions.includes(key) ? others : { ...others, [key]: on });
  }
  return groupNames.map((group) => (
    <fieldset
      key={group}
      className={`shrinkable ${group === 'dangerous' ? styles['dangerous'] : ''}`}
      aria-describedby={`${id}-${group}`}
    >
      <legend className={`label ${group === 'dangerous' ? 'color-danger' : ''}`}>{texts.groups[group].name}</legend>
      <p id={`${id}-${group}`} className="hint">
        {texts.groups[group].hint}
      </p>
      <div className={`grid ${styles['switches']}`}>
        {groups[group].map((key) => (
          <SwitchField
            key={key}
            label={keyTexts[key].name}
            hint={keyTexts[key].hint}
            checked={changes[key] ?? role.permissions.includes(key)}
            change={(on) => toggle(key, on)}
            disabled={fixed || group === 'everyone' || !actor.keys.has(key)}
          />
        ))}
      </div>
    </fieldset>
  ));
}
