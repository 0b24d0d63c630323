import type { RoleHolder, RoleRow } from '@guildhall/domain/wire/admin.js';
import type { BanRow } from '@guildhall/domain/wire/audit.js';
import { memberRole } from '@guildhall/domain/roles.js';
import { useState } from 'react';
import { MemberName } from '../../shared/ui/member.js';
import { Empty } from '../../shared/ui/notice.js';
import { When } from '../../shared/ui/when.js';
import { WideTable } from '../admin/wide-table.js';
import { Answered } from '../loading/answered.js';
import { useAnswer } from '../loading/use-answer.js';
import styles from './audit.module.css';
import { spelled } from './kinds.js';
import { texts } from './texts.js';

const words = texts.then;

export function RolesThen({ at }: { at: string }) {
  const answer = useAnswer<RoleRow[]>(`/admin/roles?at=${encodeURIComponent(at)}`);
  return (
    <Answered answer={answer} height={200}>
      {(roles) => (
        <WideTable label={words.views.roles} head={words.roleHead}>
          {roles.map((role) => (
            <tr key={role.id}>
              <th scope="row">{role.display_name}</th>
              <td>{role.permissions.map(spelled).join(', ')}</td>
              <td>{role.id === memberRole.id ? words.everyoneElse : <Holders role={role} at={at} />}</td>
            </tr>
          ))}
        </WideTable>
      )}
    </Answered>
  );
}

function Holders({ role: { id, holders }, at }: { role: RoleRow; at: string }) {
  const [open, setOpen] = useState(false);
  if (holders === 0) return words.nobody;
  return (
    <details className={styles['rest']} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{words.members(holders)}</summary>
      {open && <HolderNames id={id} at={at} />}
    </details>
  );
}

function HolderNames({ id, at }: { id: number; at: string }) {
  const answer = useAnswer<RoleHolder[]>(`/admin/roles/${id}/holders?at=${encodeURIComponent(at)}`);
  return (
    <Answered answer={answer} height={20}>
      {(people) => (
        <ul role="list">
          {people.map(({ id: userId, username }) => (
            <li key={userId}>
              <MemberName name={username} />
            </li>
          ))}
        </ul>
      )}
    </Answered>
  );
}

export function BansThen({ at }: { at: string }) {
  const answer = useAnswer<BanRow[]>(`/admin/bans?at=${encodeURIComponent(at)}`);
  return (
    <Answered answer={answer} height={120}>
      {(bans) =>
        bans.length === 0 ? (
          <Empty>{words.noBans}</Empty>
        ) : (
          <WideTable label={words.views.bans} head={words.banHead}>
            {bans.map(({ user_id, username, until, reason }) => (
              <tr key={user_id}>
                <th scope="row">
                  <MemberName name={username} />
                </th>
                <td>{until === null ? words.forEver : <When at={until} />}</td>
                <td>{reason ?? words.noReason}</td>
              </tr>
            ))}
          </WideTable>
        )
      }
    </Answered>
  );
}
