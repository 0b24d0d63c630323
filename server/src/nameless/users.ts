import { uuidPattern } from '@guildhall/domain/games/identity.js';
import { findActivePlayerBan } from '@guildhall/domain/games/state.js';
import type { GameAccounts } from '../games/accounts/game-accounts.js';
import type { Policy } from '../policy/policy.js';
import type { Env } from '../process/env.js';
import { isLastUseShown } from '../read-models/members/about.js';
import type { Directory } from '../read-models/members/directory.js';
import type { Presence } from '../read-models/members/presence.js';
import type { GameAccount } from '../vault/games/game-accounts.js';
import type { Vault } from '../vault/vault.js';
import { getGroupId, getGroups, type NamelessGroup } from './groups.js';
import { minecraft, NamelessError, toSeconds, type NamelessCall, type NamelessResponse } from './nameless-call.js';

interface Dependencies {
  policy: Policy;
  directory: Directory;
  gameAccounts: GameAccounts;
  vault: Pick<Vault, 'findAccount' | 'findLastSeen'>;
  presence: Pick<Presence, 'isEnabled'>;
  env: Pick<Env, 'publicUrl'>;
}

/** A member with a linked account. Others do not exist for game servers. */
export interface LinkedMember {
  userId: number;
  account: GameAccount;
}

const maxUsers = 10_000;

/**
 * Finds a member by `id:7`, `username:Anna`, `integration_id:Minecraft:<uuid>` or `integration_name:Minecraft:Anna`.
 * @throws NamelessError nameless:cannot_find_user
 */
export async function requireMember(
  services: Dependencies,
  { server }: Pick<NamelessCall, 'server'>,
  reference: string,
): Promise<LinkedMember> {
  const { policy, directory, gameAccounts } = services;
  const [, kind, value = ''] =
    /^(id|username|integration_id:Minecraft|integration_name:Minecraft):(.+)$/.exec(reference) ?? [];
  const { memberNumbers, memberOfAccount, accountsOfMember } = policy.games;
  let account: GameAccount | null = null;
  if (kind === 'integration_id:Minecraft' && uuidPattern.test(value))
    account = await gameAccounts.find(toReportedPlayer(value), server.serverId);
  else if (kind === 'integration_name:Minecraft') account = await gameAccounts.findNamed(value, server.serverId);
  const userId = account
    ? memberOfAccount.get(account.id)
    : kind === 'id'
      ? [...memberNumbers.keys()][Number(value) - 1]
      : kind === 'username'
        ? directory.findId(value)
        : null;
  const isMember = userId !== undefined && userId !== null && directory.isMember(userId);
  if (isMember && !account)
    account = (await describeAccounts(services, server.serverId, accountsOfMember.get(userId) ?? []))[0] ?? null;
  if (!isMember || !account) throw new NamelessError('nameless:cannot_find_user');
  return { userId, account };
}

/** NamelessMC's clients report only UUIDs, which show whether a player is a Bedrock or an offline player. */
export const toReportedPlayer = (uuid: string) => ({ edition: 'java', loginMode: 'online', uuid }) as const;

/** Returns the accounts that can join this game server, most recently seen first. */
async function describeAccounts(
  { gameAccounts }: Dependencies,
  serverId: number,
  ids: readonly number[],
): Promise<GameAccount[]> {
  const accounts = [...(await gameAccounts.describe(ids)).values()];
  return accounts
    .filter((account) => account.serverId === null || account.serverId === serverId)
    .sort((one, other) => other.seenAt.localeCompare(one.seenAt));
}

export async function showUser(services: Dependencies, member: LinkedMember): Promise<NamelessResponse> {
  const { vault, directory, env, presence } = services;
  const storedAccount = await vault.findAccount(member.userId);
  if (!storedAccount) throw new NamelessError('nameless:cannot_find_user');
  const lastSeenAt = (await vault.findLastSeen([member.userId])).get(member.userId);
  const seenAt = lastSeenAt && isLastUseShown(presence, lastSeenAt.isHidden) ? lastSeenAt.at : null;
  const { accountId: _, verified, ...fields } = buildMemberFields(services, member.userId, member.account.id);
  const { avatar_url: avatar } = directory.getAuthor(member.userId);
  return {
    exists: true,
    ...fields,
    integrations: [buildIntegration(member.account)],
    displayname: fields.username,
    registered_timestamp: toSeconds(storedAccount.createdAt),
    last_online_timestamp: toSeconds(seenAt ?? storedAccount.createdAt),
    validated: verified,
    locale: 'en_UK',
    avatar_url: avatar === null ? '' : new URL(avatar, env.publicUrl).href,
    profile_fields: {},
  };
}

function buildMemberFields(
  { policy, directory }: Dependencies,
  userId: number,
  accountId: number,
  groups: readonly NamelessGroup[] = getGroups(policy.staff),
) {
  const now = new Date().toISOString();
  const groupId = getGroupId(policy.staff, policy.getRoleId(userId));
  return {
    accountId,
    id: policy.games.memberNumbers.get(userId) ?? 0,
    username: directory.getName(userId),
    banned: policy.findBan(userId, now) !== null || findActivePlayerBan(policy.games, accountId, now) !== null,
    verified: true,
    groups: groups.filter(({ id }) => id === groupId),
  };
}

type MemberFields = ReturnType<typeof buildMemberFields>;

const buildIntegration = ({ uuid, name, seenAt }: GameAccount) => ({
  integration: minecraft,
  identifier: uuid.replaceAll('-', ''),
  username: name,
  verified: true,
  // Clients require the link time, but do not use it.
  linked_date: toSeconds(seenAt),
  show_publicly: true,
});

/** A member with several linked accounts is listed once for each, because clients know only one per user. */
export async function listUsers(services: Dependencies, { server, query }: NamelessCall): Promise<NamelessResponse> {
  const { policy, directory } = services;
  const groups = getGroups(policy.staff);
  const linkedAccounts = [...policy.games.accountsOfMember]
    .filter(([userId]) => directory.isMember(userId))
    .flatMap(([userId, ids]) => ids.map((accountId) => buildMemberFields(services, userId, accountId, groups)))
    .filter(createFilter(query))
    .sort((one, other) => one.id - other.id);
  const [limit, offset] = [readNumber(query, 'limit'), readNumber(query, 'offset')];
  const page = linkedAccounts.slice(offset, offset + Math.min(limit || maxUsers, maxUsers));
  const accounts = await describeAccounts(
    services,
    server.serverId,
    page.map(({ accountId }) => accountId),
  );
  const accountsById = new Map(accounts.map((account) => [account.id, account]));
  const users = page.flatMap(({ accountId, ...fields }) => {
    const account = accountsById.get(accountId);
    return account ? [{ ...fields, integrations: [buildIntegration(account)] }] : [];
  });
  const next = offset + page.length;
  const next_page = next < linkedAccounts.length ? `/api/v2/users&limit=${page.length}&offset=${next}` : null;
  return { limit: limit || -1, offset, next_page, previous_page: null, users };
}

function readNumber(query: URLSearchParams, name: string): number {
  const value = query.get(name) ?? '';
  return /^\d{1,9}$/.test(value) ? Number(value) : 0;
}

/** Filters can be combined with `operator=AND` (the default) or `OR`. */
function createFilter(query: URLSearchParams): (row: MemberFields) => boolean {
  const matchers: Record<string, (row: MemberFields, value: string) => boolean> = {
    banned: ({ banned }, value) => banned === isTrue(value),
    verified: (_, value) => isTrue(value),
    active: (_, value) => isTrue(value),
    group_id: ({ groups }, value) => groups.some(({ id }) => String(id) === value),
    integration: (_, value) => value.toLowerCase() === minecraft.toLowerCase(),
  };
  const filters = [...query].flatMap(([name, value]) => {
    const matches = matchers[name];
    return matches ? [(row: MemberFields) => matches(row, value)] : [];
  });
  if (filters.length === 0) return () => true;
  const isAny = query.get('operator')?.toUpperCase() === 'OR';
  return (row) => (isAny ? filters.some((matches) => matches(row)) : filters.every((matches) => matches(row)));
}

const isTrue = (value: string): boolean => value === 'true' || value === '1';
