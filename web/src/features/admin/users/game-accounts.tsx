import type { GameAccountRow, MembersGameAccounts } from '@guildhall/domain/wire/schemas/games/accounts.js';
import type { AccountRow } from '@guildhall/domain/wire/schemas/staff/users.js';
import type { WriteResponse } from '@guildhall/domain/wire/schemas/write.js';
import type { ReactNode } from 'react';
import { useResponse } from '../../../queries/use-response.js';
import { send } from '../../../shared/api/api.js';
import { useMutation } from '../../../shared/hooks/use-mutation.js';
import { useActor } from '../../../shared/state/session.js';
import { showError } from '../../../shared/toast.js';
import { Button } from '../../../ui/button.js';
import { GameAccount } from '../../../ui/game-accounts/game-account.js';
import { withUndo } from '../shared/undo-actions.js';
import { gameAccountsPath } from './accounts.js';
import { isAvailable } from './actions/rights.js';
import { texts } from './texts.js';
import styles from './users.module.css';

const words = texts.gameAccounts;

const buildAddress = (memberIds: readonly number[]) => `${gameAccountsPath}?members=${memberIds.join(',')}`;

interface LinkedAccountsProps {
  people: readonly Pick<AccountRow, 'id' | 'username'>[];
  children: ReactNode;
}

/** Lists the members' game accounts, followed by the children. Renders nothing if there are none. */
export function LinkedAccounts({ people, children }: LinkedAccountsProps) {
  const { body } = useResponse<MembersGameAccounts>(buildAddress(people.map(({ id }) => id)));
  if (!body || body.length === 0) return null;
  const joinNames = (accounts: readonly GameAccountRow[]) => accounts.map(({ name }) => name).join(', ');
  return (
    <div className={styles['consequence']}>
      <p className="label">{words.title}</p>
      <ul role="list">
        {body.map(({ user_id, accounts }) => (
          <li key={user_id} className="break-anywhere">
            {people.length > 1 && `${people.find(({ id }) => id === user_id)?.username ?? ''}: `}
            <bdi>{joinNames(accounts)}</bdi>
          </li>
        ))}
      </ul>
      {children}
    </div>
  );
}

/** `at` is in ISO 8601, or null for the current state. */
export function UserGameAccounts({ row, at }: { row: AccountRow; at: string | null }) {
  const address = buildAddress([row.id]) + (at === null ? '' : `&at=${encodeURIComponent(at)}`);
  const { body, reload } = useResponse<MembersGameAccounts>(address);
  const isPermitted = isAvailable(useActor(), row.banned ? 'unban' : 'ban', row);
  const mayUnlink = at === null && isPermitted;
  const { run } = useMutation(words.failed, { onFailed: showError });
  const accounts = body?.[0]?.accounts ?? [];
  if (accounts.length === 0) return null;
  const unlink = ({ id, name }: GameAccountRow) =>
    void run(id, (key) =>
      withUndo(send<WriteResponse>('DELETE', `/admin/game-accounts/${id}`, key, {}), words.unlinked(name), reload),
    );
  return (
    <section className={styles['section']} aria-labelledby="game-accounts">
      <h2 id="game-accounts">{words.title}</h2>
      <ul role="list">
        {accounts.map((account) => (
          <li key={account.id} className="line divided gap-12 spread padding-y-8">
            <GameAccount account={account} />
            {mayUnlink && (
              <Button aria-label={words.unlinkNamed(account.name)} onClick={() => unlink(account)}>
                {words.unlink}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
