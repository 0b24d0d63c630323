import type { Decider } from '../decider.js';
import { isSameJson } from '../same-json.js';
import type { Ban } from '../staff/events.js';
import type { GameChange, GameReportEvent, LedgerEvent } from './events.js';

/**
 * The last change to a ban, a rank or a link, and the position and time at which the game server received or reported
 * it.
 */
interface Fact<T> {
  value: T;
  position: number;
  at: string;
  /** It was reported before a reset, so the backup may or may not contain it. */
  isLost?: true;
}

export interface AccountFacts {
  ban: Fact<Ban | null> | null;
  ranks: ReadonlyMap<string, Fact<boolean>>;
  member: Fact<number | null> | null;
}

export interface LedgerState {
  /** The position of the last entry. */
  head: number;
  accounts: Map<number, AccountFacts>;
}

/** What a game server has reported. A report overrides the entries that the server had already applied. */
export interface GameReportsState {
  accounts: Map<number, AccountFacts>;
}

/** The state that an account should have on a game server. Unmapped ranks and an undefined ban are left alone. */
export interface WantedAccount {
  accountId: number;
  userId: number | null;
  ban: Ban | null | undefined;
  ranks: ReadonlyMap<string, boolean>;
}

export interface LedgerCommand {
  type: 'AddEntries';
  serverId: number;
  originId: number | null;
}

export interface LedgerContext {
  accounts: readonly WantedAccount[];
  reports: Readonly<GameReportsState>;
  now: string;
}

/** Keeps an append within `appendLimits`. */
export const maxEntriesAtOnce = 100;

/**
 * A game server's ledger is the difference between the state that the site wants and the state that the server is known
 * to have, so an interrupted or repeated command neither loses nor repeats an entry.
 */
export const ledger: Decider<LedgerState, LedgerCommand, LedgerEvent, LedgerContext> = {
  initial: () => ({ head: 0, accounts: new Map() }),
  evolve: (state, { data: { accountId, change, at } }) => {
    state.head++;
    record(state.accounts, accountId, change, state.head, at);
    return state;
  },
  decide: ({ serverId, originId }, state, { accounts, reports, now }) =>
    accounts
      .flatMap((wantedAccount) =>
        listMissingChanges(wantedAccount, combineFacts(state, reports, wantedAccount.accountId, now)).map(
          (change): LedgerEvent => ({
            type: 'LedgerEntryAdded.v1',
            data: { serverId, accountId: wantedAccount.accountId, originId, change, at: now },
          }),
        ),
      )
      .slice(0, maxEntriesAtOnce),
};

export type GameReportCommand =
  | { type: 'RecordReport'; serverId: number; accountId: number; position: number; change: GameChange; at: string }
  | { type: 'ResetLedger'; serverId: number; from: number; to: number; head: number; reason: string };

export const gameReports: Decider<GameReportsState, GameReportCommand, GameReportEvent, void> = {
  initial: () => ({ accounts: new Map() }),
  evolve: (state, event) => {
    if (event.type === 'LedgerReset.v1') {
      const lostFacts = [...state.accounts].map(([id, facts]) => [id, loseFacts(facts, event.data.head)] as const);
      return { accounts: new Map(lostFacts) };
    }
    const { accountId, change, position, at } = event.data;
    record(state.accounts, accountId, change, position, at);
    return state;
  },
  decide(command) {
    if (command.type === 'RecordReport') {
      const { type: _, ...data } = command;
      return [{ type: 'GameReportRecorded.v1', data }];
    }
    const { type: _, ...data } = command;
    return [{ type: 'LedgerReset.v1', data }];
  },
};

/** What the server had reported is unknown until another entry replaces it. */
function loseFacts({ ban, ranks, member }: AccountFacts, position: number): AccountFacts {
  const lose = <T>(fact: Fact<T>): Fact<T> => ({ ...fact, position, isLost: true });
  const lostRanks = [...ranks].map(([rank, fact]) => [rank, lose(fact)] as const);
  return { ban: ban && lose(ban), ranks: new Map(lostRanks), member: member && lose(member) };
}

const noFacts: AccountFacts = { ban: null, ranks: new Map(), member: null };

function record(
  accounts: Map<number, AccountFacts>,
  accountId: number,
  change: GameChange,
  position: number,
  at: string,
): void {
  const facts = accounts.get(accountId) ?? noFacts;
  const toFact = <T>(value: T): Fact<T> => ({ value, position, at });
  accounts.set(accountId, { ...facts, ...applyChange(facts, change, toFact) });
}

function applyChange(
  { ranks }: AccountFacts,
  change: GameChange,
  toFact: <T>(value: T) => Fact<T>,
): Partial<AccountFacts> {
  switch (change.kind) {
    case 'ban':
      return { ban: toFact<Ban | null>({ reason: change.reason, until: change.until }) };
    case 'unban':
      return { ban: toFact(null) };
    case 'rank.add':
    case 'rank.remove':
      return { ranks: new Map(ranks).set(change.rank, toFact(change.kind === 'rank.add')) };
    case 'link':
      return { member: toFact<number | null>(change.userId) };
    case 'unlink':
      return { member: toFact(null) };
  }
}

/** Undefined values are unknown. */
interface KnownAccount {
  ban: Ban | null | undefined;
  ranks: ReadonlyMap<string, boolean | undefined>;
  userId: number | null | undefined;
}

/** Returns the state that a game server has once it has applied its ledger. */
export function combineFacts(
  state: Readonly<LedgerState>,
  reports: Readonly<GameReportsState>,
  accountId: number,
  now: string,
): KnownAccount {
  const sentFacts = state.accounts.get(accountId) ?? noFacts;
  const reportedFacts = reports.accounts.get(accountId) ?? noFacts;
  const ban = pickLatest(sentFacts.ban, reportedFacts.ban);
  // The game server itself ends the temporary bans that it reported.
  const hasEnded =
    !ban?.isLost && ban === reportedFacts.ban && typeof ban?.value?.until === 'string' && ban.value.until <= now;
  const names = new Set([...sentFacts.ranks.keys(), ...reportedFacts.ranks.keys()]);
  const findRank = (rank: string) =>
    readValue(pickLatest(sentFacts.ranks.get(rank), reportedFacts.ranks.get(rank)), false);
  return {
    ban: hasEnded ? null : readValue(ban, null),
    ranks: new Map([...names].map((rank) => [rank, findRank(rank)])),
    userId: readValue(pickLatest(sentFacts.member, reportedFacts.member), null),
  };
}

function readValue<T>(fact: Fact<T> | null, initial: T): T | undefined {
  if (fact?.isLost) return undefined;
  return fact ? fact.value : initial;
}

function pickLatest<T>(sentFact: Fact<T> | null | undefined, reportedFact: Fact<T> | null | undefined): Fact<T> | null {
  if (!sentFact || !reportedFact) return sentFact ?? reportedFact ?? null;
  return reportedFact.position >= sentFact.position ? reportedFact : sentFact;
}

function listMissingChanges(wantedAccount: WantedAccount, knownAccount: KnownAccount): GameChange[] {
  const changes: GameChange[] = [];
  if (wantedAccount.userId !== knownAccount.userId)
    changes.push(wantedAccount.userId === null ? { kind: 'unlink' } : { kind: 'link', userId: wantedAccount.userId });
  if (
    wantedAccount.ban !== undefined &&
    (knownAccount.ban === undefined || !isSameJson(wantedAccount.ban, knownAccount.ban))
  )
    changes.push(wantedAccount.ban ? { kind: 'ban', ...wantedAccount.ban } : { kind: 'unban' });
  const removesFirst = [...wantedAccount.ranks].sort(([, a], [, b]) => Number(a) - Number(b));
  for (const [rank, isWanted] of removesFirst)
    if (isWanted !== (knownAccount.ranks.has(rank) ? knownAccount.ranks.get(rank) : false))
      changes.push({ kind: isWanted ? 'rank.add' : 'rank.remove', rank });
  return changes;
}

/**
 * Returns the last entry about the account's ban, or about any of its ranks, that the game server had not applied when
 * it made a change at this position. The site and the game server then changed the same thing independently.
 */
export function findConflict(
  { accounts }: Readonly<LedgerState>,
  accountId: number,
  kind: 'bans' | 'ranks',
  position: number,
): { at: string } | null {
  const facts = accounts.get(accountId) ?? noFacts;
  const candidates = kind === 'bans' ? [facts.ban] : [...facts.ranks.values()];
  const later = candidates.filter((fact) => fact !== null && fact.position > position);
  return later.reduce<Fact<unknown> | null>(
    (last, fact) => (fact && fact.position > (last?.position ?? 0) ? fact : last),
    null,
  );
}

/** Returns the accounts whose temporary ban has ended but that the game server may still have banned. */
export function listEndedBans(
  state: Readonly<LedgerState>,
  reports: Readonly<GameReportsState>,
  now: string,
): number[] {
  const hasEnded = ({ until }: Ban) => until !== null && until <= now;
  return [...state.accounts].flatMap(([accountId, { ban }]) => {
    if (!ban?.value || !hasEnded(ban.value)) return [];
    return combineFacts(state, reports, accountId, now).ban === null ? [] : [accountId];
  });
}
