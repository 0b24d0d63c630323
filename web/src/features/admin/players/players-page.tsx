import { can } from '@guildhall/domain/permissions.js';
import { maxPlayersListed } from '@guildhall/domain/wire/list-sizes.js';
import type { PlayerRow } from '@guildhall/domain/wire/schemas/games/accounts.js';
import { useCallback, useRef, useState } from 'react';
import { useResponse } from '../../../queries/use-response.js';
import { useTypedSearch } from '../../../shared/hooks/use-typed-search.js';
import { linkTo } from '../../../shared/paths.js';
import { Link, useSearchParams } from '../../../shared/router.js';
import { useActor } from '../../../shared/state/session.js';
import { LoadError } from '../../../ui/alert.js';
import { EmptyState } from '../../../ui/empty-state.js';
import { GameAccount } from '../../../ui/game-accounts/game-account.js';
import { MemberName } from '../../../ui/member.js';
import { PageHead } from '../../../ui/page/page-head.js';
import { SearchField } from '../../../ui/search-field.js';
import { SkeletonRows } from '../../../ui/skeleton.js';
import { When } from '../../../ui/time/when.js';
import { NamedButton } from '../shared/named-button.js';
import { useAuditUpdates } from '../shared/use-audit-updates.js';
import { PlayerBanDialog } from './player-ban-dialog.js';
import { texts } from './texts.js';

const maxNameLength = 32;
const pollMs = 30_000;

export function PlayersPage() {
  const [params, setParams] = useSearchParams();
  const search = params.get('search') ?? '';
  const write = useCallback((term: string) => setParams(term ? { search: term } : {}, { replace: true }), [setParams]);
  const { typedText, type } = useTypedSearch(search, write);
  const audits = can(useActor(), 'view-audit');
  const address = `/admin/game-accounts${search ? `?search=${encodeURIComponent(search)}` : ''}`;
  const {
    body: rows,
    fault,
    loading,
    reload,
  } = useResponse<PlayerRow[]>(address, {
    keepPrevious: true,
    // Only staff who can view the audit log receive its updates.
    ...(!audits && { pollMs }),
  });
  const [openedPlayer, setOpened] = useState<PlayerRow | null>(null);
  const opener = useRef<HTMLElement>(null);
  useAuditUpdates(reload);
  const open = (row: PlayerRow) => (button: HTMLButtonElement) => {
    opener.current = button;
    setOpened(row);
  };
  return (
    <>
      <PageHead title={texts.title} body={texts.body} />
      <SearchField
        label={texts.search}
        labelHidden
        value={typedText}
        placeholder={texts.search}
        maxLength={maxNameLength}
        onChange={type}
      />
      <h2 className="margin-top-32 margin-bottom-8">{search ? texts.found : texts.banned}</h2>
      {fault !== null && <LoadError retry={reload} />}
      {!rows && fault === null && <SkeletonRows count={3} height={72} />}
      {rows?.length === 0 && <EmptyState>{search ? texts.none : texts.noneBanned}</EmptyState>}
      <ul role="list" aria-label={texts.title} aria-busy={loading}>
        {rows?.map((row) => (
          <PlayerItem key={row.id} row={row} open={open(row)} />
        ))}
      </ul>
      {search && rows?.length === maxPlayersListed && <p className="hint">{texts.first(maxPlayersListed)}</p>}
      {openedPlayer && (
        <PlayerBanDialog row={openedPlayer} back={opener} close={() => setOpened(null)} reload={reload} />
      )}
    </>
  );
}

function PlayerItem({ row, open }: { row: PlayerRow; open: (button: HTMLButtonElement) => void }) {
  const audits = can(useActor(), 'view-audit');
  const { id, name, member, server, seen_at, former_names } = row;
  return (
    <li className="row gap-8-16 spread border-top padding-y-12">
      <div className="grid gap-2 shrinkable break-anywhere">
        <GameAccount account={row} />
        <p className="muted">
          {server !== null && `${texts.offlineOn(server)} · `}
          {member ? (
            <>
              {texts.linkedTo} <MemberName name={member.username} />
            </>
          ) : (
            texts.notLinked
          )}{' '}
          · {texts.seen} <When at={seen_at} />
        </p>
        {former_names.length > 0 && (
          <p className="hint">{texts.formerNames(former_names.map((former) => former.name).reverse())}</p>
        )}
        {row.ban && <PlayerBan ban={row.ban} />}
      </div>
      <div className="row gap-8">
        {audits && (
          <Link
            className="link text-14"
            to={`${linkTo('adminAudit')}?target=player:${id}`}
            aria-label={`${texts.inAudit}: ${name}`}
          >
            {texts.inAudit}
          </Link>
        )}
        <NamedButton name={row.ban ? texts.unban : texts.ban} subject={name} press={open} opensDialog />
      </div>
    </li>
  );
}

function PlayerBan({ ban: { reason, until, by, at } }: { ban: NonNullable<PlayerRow['ban']> }) {
  return (
    <>
      <p className="text-14 color-danger">
        {until === null ? (
          texts.bannedPermanently
        ) : (
          <span className="nowrap">
            {texts.bannedUntil} <When at={until} />
          </span>
        )}
      </p>
      <p className="muted" dir="auto">
        {by && `${texts.by(by.username)} · `}
        {at !== null && (
          <>
            <When at={at} /> ·{' '}
          </>
        )}
        {reason === null ? texts.noReason : `“${reason}”`}
      </p>
    </>
  );
}
