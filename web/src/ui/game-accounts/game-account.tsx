import type { GameAccountRow } from '@guildhall/domain/wire/schemas/games/accounts.js';
import { useState } from 'react';
import { texts } from './texts.js';

/** Shows a game account's name, and its face if the site has one. `isShort` limits it to one line. */
export function GameName({ account: { name, head }, isShort = false }: { account: GameAccountRow; isShort?: boolean }) {
  const [isMissing, setMissing] = useState(false);
  return (
    <span className={`line gap-6 ${isShort ? '' : 'break-anywhere'}`}>
      {head !== null && !isMissing && (
        <img
          className="no-shrink rounded-small pixelated"
          src={head}
          alt=""
          width={20}
          height={20}
          loading="lazy"
          onError={() => setMissing(true)}
        />
      )}
      <bdi className={isShort ? 'ellipsis' : undefined}>{name}</bdi>
    </span>
  );
}

export function GameAccount({ account }: { account: GameAccountRow }) {
  return (
    <span className="row gap-4-8 semibold">
      <GameName account={account} />
      <span className="hint">{texts.editions[account.edition]}</span>
    </span>
  );
}

export function GameAccounts({ accounts }: { accounts: readonly GameAccountRow[] }) {
  return (
    <ul role="list" aria-label={texts.title} className="grid gap-4">
      {accounts.map((account) => (
        <li key={account.id}>
          <GameAccount account={account} />
        </li>
      ))}
    </ul>
  );
}
