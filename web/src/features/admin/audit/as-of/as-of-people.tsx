import type { BanRow } from '@guildhall/domain/wire/schemas/staff/audit.js';
import type { RoleHolder, RoleRow } from '@guildhall/domain/wire/schemas/staff/roles.js';
import { memberRole } from '@guildhall/domain/roles.js';
import { useState } from 'react';
import { MemberName } from '../../../../ui/member.js';
import { EmptyState } from '../../../../ui/empty-state.js';
import { When } from '../../../../ui/time/when.js';
import { WideTable } from '../../../../ui/table/wide-table.js';
import { AsyncContent } from '../../../../ui/loading/async-content.js';
import { useResponse } from '../../../../queries/use-response.js';
import { keyTexts } from '../../shared/permission-texts.js';
import { texts } from '../shared/texts.js';

const words = texts.then;

export function RolesAsOf({ at }: { at: string }) {
  const response = useResponse<RoleRow[]>(`/admin/roles?at=${encodeURIComponent(at)}`);
  return (
    <AsyncContent answer={response} height={200}>
      {(roles) => (
        <WideTable label={words.views.roles} head={words.roleHead}>
          {roles.map((role) => (
            <tr key={role.id}>
              <th scope="row" dir="auto">
                {role.display_name}
              </th>
              <td>{role.permissions.map((key) => keyTexts[key].name).join(', ')}</td>
              <td>{role.id === memberRole.id ? words.everyoneElse : <Holders role={role} at={at} />}</td>
            </tr>
          ))}
        </WideTable>
      )}
    </AsyncContent>
  );
}

function Holders({ role: { id, holders }, at }: { role: RoleRow; at: string }) {
  const [open, setOpen] = useState(false);
  if (holders === 0) return words.nobody;
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="disclosure text-13">{words.members(holders)}</summary>
      {open && <HolderNames id={id} at={at} />}
    </details>
  );
}

function HolderNames({ id, at }: { id: number; at: string }) {
  const response = useResponse<RoleHolder[]>(`/admin/roles/${id}/holders?at=${encodeURIComponent(at)}`);
  return (
    <AsyncContent answer={response} height={20}>
      {(people) => (
        <ul role="list">
          {people.map(({ id: userId, username }) => (
            <li key={userId}>
              <MemberName name={username} />
            </li>
          ))}
        </ul>
      )}
    </AsyncContent>
  );
}

export function BansAsOf({ at }: { at: string }) {
  const response = useResponse<BanRow[]>(`/admin/bans?at=${encodeURIComponent(at)}`);
  return (
    <AsyncContent answer={response} height={120}>
      {(bans) =>
        bans.length === 0 ? (
          <EmptyState>{words.noBans}</EmptyState>
        ) : (
          <WideTable label={words.views.bans} head={words.banHead}>
            {bans.map(({ user_id, username, until, reason }) => (
              <tr key={user_id}>
                <th scope="row">
                  <MemberName name={username} />
                </th>
                <td>{until === null ? words.forEver : <When at={until} />}</td>
                <td dir="auto">{reason ?? words.noReason}</td>
              </tr>
            ))}
          </WideTable>
        )
      }
    </AsyncContent>
  );
}
