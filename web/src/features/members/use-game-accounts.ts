import { maxMembersOfGameAccounts } from '@guildhall/domain/wire/list-sizes.js';
import type { GameAccountRow, MembersGameAccounts } from '@guildhall/domain/wire/schemas/games/accounts.js';
import { useEffect, useRef, useState } from 'react';
import { get } from '../../shared/api/api.js';

type Accounts = ReadonlyMap<number, readonly GameAccountRow[]>;

/** Returns the members' game accounts. The list does not wait for them, so they appear after it. */
export function useGameAccounts(memberIds: readonly number[]): Accounts {
  const [accounts, setAccounts] = useState<Accounts>(new Map());
  const requestedIds = useRef(new Set<string>());
  const list = memberIds.join(',');
  useEffect(() => {
    const missingIds = list.split(',').filter((id) => id !== '' && !requestedIds.current.has(id));
    for (const id of missingIds) requestedIds.current.add(id);
    for (let from = 0; from < missingIds.length; from += maxMembersOfGameAccounts) {
      const ids = missingIds.slice(from, from + maxMembersOfGameAccounts);
      load(ids).then(
        (loadedAccounts) => setAccounts((current) => new Map([...current, ...loadedAccounts])),
        // Requested again when the list next changes.
        () => ids.forEach((id) => requestedIds.current.delete(id)),
      );
    }
  }, [list]);
  return accounts;
}

async function load(memberIds: readonly string[]): Promise<Accounts> {
  const { body } = await get<MembersGameAccounts>(`/game-accounts?members=${memberIds.join(',')}`);
  return new Map(body.map((row) => [row.user_id, row.accounts]));
}
