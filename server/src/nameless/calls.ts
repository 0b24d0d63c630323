import type { Policy } from '../policy/policy.js';
import { listGroups } from './groups.js';
import { fileReport, registerMember, showNotifications } from './member-calls.js';
import { NamelessError, type NamelessCall, type NamelessResponse } from './nameless-call.js';
import type { NamelessAddress } from './address.js';
import { listPendingCommands, recordExecutedCommands } from './pending-commands.js';
import { linkAccount, recordPlayers } from './players.js';
import { banMember, changeGroups, recordGroups } from './ranks.js';
import { listUsers, requireMember, showUser, type LinkedMember } from './users.js';

export type NamelessServices = { policy: Policy } & Parameters<typeof registerMember>[0] &
  Parameters<typeof linkAccount>[0] &
  Parameters<typeof recordGroups>[0] &
  Parameters<typeof listPendingCommands>[0];

type Run = (services: NamelessServices, call: NamelessCall) => NamelessResponse | Promise<NamelessResponse>;
type RunForMember = (
  services: NamelessServices,
  member: LinkedMember,
  call: NamelessCall,
) => NamelessResponse | Promise<NamelessResponse>;

/** Clients accept 2.0 to 2.2, and look for the module before they request commands. */
const info = { nameless_version: '2.2.2', locale: 'en_UK', modules: ['Core', 'Store'] };

const calls: Readonly<Record<string, Run>> = {
  'GET info': () => info,
  'GET users': listUsers,
  'GET groups': ({ policy }, { query }) => listGroups(policy.staff, query),
  'GET announcements': () => ({ announcements: [] }),
  'GET store/pending-commands': listPendingCommands,
  'POST store/commands-executed': recordExecutedCommands,
  'POST integration/verify': linkAccount,
  'POST users/register': registerMember,
  'POST minecraft/server-info': recordPlayers,
  'POST minecraft/update-groups': recordGroups,
  'POST reports/create': fileReport,
};

/** Calls about a member, whose reference is the second segment. */
const memberCalls: Readonly<Record<string, RunForMember>> = {
  'GET users': showUser,
  'GET users/notifications': showNotifications,
  'GET users/announcements': () => ({ announcements: [] }),
  'POST users/ban': banMember,
  'POST users/groups/add': (services, member, call) => changeGroups(services, member, call, 'rank.add'),
  'POST users/groups/remove': (services, member, call) => changeGroups(services, member, call, 'rank.remove'),
};

/** @throws NamelessError */
export async function runNamelessCall(
  services: NamelessServices,
  method: string,
  { segments }: Pick<NamelessAddress, 'segments'>,
  call: NamelessCall,
): Promise<NamelessResponse> {
  const run = calls[`${method} ${segments.join('/')}`];
  if (run) return run(services, call);
  const [resource = '', reference = '', ...rest] = segments;
  const runForMember = memberCalls[`${method} ${[resource, ...rest].join('/')}`];
  if (!runForMember || reference === '') throw new NamelessError('nameless:invalid_api_method');
  return runForMember(services, await requireMember(services, call, reference), call);
}
