import type { PermissionKey } from '@guildhall/domain/roles.js';
import { useState } from 'react';
import { useActor } from '../../../../shared/state/session.js';
import { LoadError } from '../../../../ui/alert.js';
import { Skeleton } from '../../../../ui/skeleton.js';
import { keyTexts } from '../../shared/permission-texts.js';
import { SelectField } from '../../../../ui/fields/select-field.js';
import { MutationForm } from '../../../../ui/form/mutation-form.js';
import { ReasonField } from '../../../../ui/form/reason-field.js';
import styles from '../users.module.css';
import { type PeopleActionProps, usePeopleMutation } from './people-mutation.js';
import { listAssignableRoles } from './rights.js';
import { useRoles } from '../../shared/role-list.js';
import { texts } from '../texts.js';

export function RoleForm(props: PeopleActionProps) {
  const { people, cancel } = props;
  const { body: roles, fault, reload } = useRoles();
  const actor = useActor();
  const onlyPerson = people.length === 1 ? people[0] : undefined;
  const [roleId, setRoleId] = useState(String(onlyPerson?.role_id ?? ''));
  const [reason, setReason] = useState('');
  const { mutation, submit } = usePeopleMutation(props);
  if (!roles && fault !== null) return <LoadError message={texts.rolesFailed} retry={reload} />;
  if (!roles) return <Skeleton width="100%" height={44} />;
  const offeredRoles = listAssignableRoles(actor, roles);
  const role = offeredRoles.find(({ id }) => String(id) === roleId);
  const isUnchanged = onlyPerson !== undefined && role?.id === onlyPerson.role_id;
  const currentRole = roles.find(({ id }) => id === onlyPerson?.role_id);
  return (
    <MutationForm
      mutation={mutation}
      submit={() =>
        role && submit({ roleId, reason }, { action: 'role', role: role.id, reason }, texts.hasRole(role.display_name))
      }
      name={texts.roleName}
      busyName={texts.givingRole}
      missing={!role || isUnchanged ? texts.chooseRole : null}
      cancel={cancel}
    >
      <SelectField
        label={texts.newRole}
        value={roleId}
        choose={setRoleId}
        options={offeredRoles.map(({ id, display_name }) => ({ value: String(id), name: display_name }))}
      />
      {role?.description && (
        <p className={styles['consequence']} dir="auto">
          {role.description}
        </p>
      )}
      {role && currentRole && !isUnchanged && (
        <RightsChange before={currentRole.permissions} after={role.permissions} />
      )}
      <ReasonField label={texts.reason} hint={texts.staffReasonHint} value={reason} change={setReason} />
    </MutationForm>
  );
}

function RightsChange({ before, after }: { before: readonly PermissionKey[]; after: readonly PermissionKey[] }) {
  const gainedKeys = after.filter((key) => !before.includes(key));
  const lostKeys = before.filter((key) => !after.includes(key));
  const formatNames = (keys: readonly PermissionKey[]) => keys.map((key) => keyTexts[key].name).join(', ');
  return (
    <div className={styles['consequence']} role="status">
      {gainedKeys.length > 0 && (
        <p>
          <strong>{texts.gains}:</strong> {formatNames(gainedKeys)}
        </p>
      )}
      {lostKeys.length > 0 && (
        <p>
          <strong>{texts.loses}:</strong> {formatNames(lostKeys)}
        </p>
      )}
      {gainedKeys.length + lostKeys.length === 0 && <p>{texts.sameRights}</p>}
    </div>
  );
}
