import { permissionKeys } from '@guildhall/domain/roles.js';
import type { RoleRow } from '@guildhall/domain/wire/schemas/staff/roles.js';
import { useState } from 'react';
import { Link, useSearchParams } from '../../../shared/router.js';
import { Button } from '../../../ui/button.js';
import { RoleBadge } from '../../../ui/member.js';
import { LoadError } from '../../../ui/alert.js';
import { SkeletonRows } from '../../../ui/skeleton.js';
import { PageHead } from '../../../ui/page/page-head.js';
import { reloadRoles, useRoles } from '../shared/role-list.js';
import { useAuditUpdates } from '../shared/use-audit-updates.js';
import styles from './roles.module.css';
import { NewRoleDialog } from './names-form.js';
import { RoleDialog } from './role-dialog.js';
import { texts } from './texts.js';

export function RoleEditorPage() {
  const { body: roles, fault, reload } = useRoles();
  const [isCreating, setCreating] = useState(false);
  const [params, setParams] = useSearchParams();
  useAuditUpdates(reloadRoles);
  const openedRole = roles?.find(({ id }) => String(id) === params.get('role'));
  function closeNewRole(id: number | null) {
    setCreating(false);
    if (id !== null) setParams({ role: String(id) });
  }
  return (
    <>
      <PageHead title={texts.title} body={texts.body}>
        <Button kind="primary" onClick={() => setCreating(true)}>
          {texts.newRole}
        </Button>
      </PageHead>
      {fault !== null && <LoadError message={texts.notFetched} retry={reload} />}
      {!roles && fault === null && <SkeletonRows count={3} height={40} />}
      <ul role="list" className="border-top" aria-label={texts.list} aria-busy={!roles && fault === null}>
        {roles?.map((role) => (
          <Row key={role.id} role={role} />
        ))}
      </ul>
      {isCreating && <NewRoleDialog close={closeNewRole} />}
      {openedRole && <RoleDialog key={openedRole.id} role={openedRole} close={() => setParams({})} />}
    </>
  );
}

function Row({ role }: { role: RoleRow }) {
  const { id, display_name, description, permissions, holders } = role;
  return (
    <li className={`stack gap-16 align-center border-bottom relative padding-12 hoverable ${styles['role']}`}>
      <div className={`shrinkable ${styles['details']}`}>
        <p className={'row gap-4-8'}>
          <Link
            to={`?role=${id}`}
            className={`whole-row break-anywhere semibold ${styles['roleButton']}`}
            data-role={display_name}
            aria-haspopup="dialog"
            dir="auto"
          >
            {display_name}
          </Link>
          {role.default && <RoleBadge role={texts.builtIn} />}
        </p>
        {description && (
          <p className="muted break-anywhere" dir="auto">
            {description}
          </p>
        )}
      </div>
      <p className="muted numbers">{texts.holders(holders)}</p>
      <p className="muted numbers">{texts.permissionCount(permissions.length, permissionKeys.length)}</p>
    </li>
  );
}
