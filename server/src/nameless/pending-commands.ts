import type { GameServer } from '@guildhall/domain/games/state.js';
import { z } from 'zod';
import type { GameAccounts } from '../games/accounts/game-accounts.js';
import type { Ledger, LedgerEntry } from '../games/ledger/ledger.js';
import type { Policy } from '../policy/policy.js';
import type { GameAccount } from '../vault/games/game-accounts.js';
import { renderCommand } from './console-command.js';
import { checkBody, type NamelessCall, type NamelessResponse } from './nameless-call.js';

interface Dependencies {
  policy: Policy;
  ledger: Ledger;
  gameAccounts: GameAccounts;
}

interface PendingEntry extends LedgerEntry {
  /** Null if there is nothing to execute. */
  command: string | null;
}

const maxEntries = 200;

const executedCommands = z.object({ commands: z.array(z.int()).max(10_000) });

/**
 * Returns the ledger entries as console commands. They are returned again until they are acknowledged, so each must
 * be harmless if it runs twice.
 */
export async function listPendingCommands(services: Dependencies, { server }: NamelessCall): Promise<NamelessResponse> {
  const { memberNumbers } = services.policy.games;
  const pending = await acknowledgeDone(services, server, () => false);
  const accounts = new Map(pending.flatMap(({ account }) => (account ? [[account.id, account]] : [])));
  const customers = [...accounts.values()].flatMap(({ id: accountId, name, uuid }) => {
    const ofAccount = pending.filter((entry) => entry.accountId === accountId);
    const commands = ofAccount.flatMap(({ position: id, command }) =>
      command === null ? [] : [{ id, command, order_id: id, require_online: false }],
    );
    if (!commands[0]) return [];
    const number = memberNumbers.get(ofAccount[0]?.userId ?? 0);
    // Clients need an id for each customer, and fail on a null `user_id`.
    const ids = { customer_id: commands[0].id, id: commands[0].id, ...(number !== undefined && { user_id: number }) };
    return [{ ...ids, username: name, identifier: uuid, commands }];
  });
  return { online_mode: true, customers };
}

export async function recordExecutedCommands(services: Dependencies, call: NamelessCall): Promise<NamelessResponse> {
  const positions = new Set(checkBody(executedCommands, call).commands);
  await acknowledgeDone(services, call.server, (position) => positions.has(position));
  return { message: 'ok' };
}

/** Acknowledges the entries before the first one whose command was not executed. @returns the other entries */
async function acknowledgeDone(
  { ledger, gameAccounts }: Dependencies,
  { serverId, templates }: GameServer,
  isExecuted: (position: number) => boolean,
): Promise<PendingEntry[]> {
  const { acknowledged } = await ledger.findRecord(serverId);
  const { entries } = await ledger.readEntries(serverId, acknowledged, maxEntries);
  const pending: PendingEntry[] = [];
  for (const entry of entries) pending.push({ ...entry, command: await renderEntry(entry, templates, gameAccounts) });
  const next = pending.findIndex(({ position, command }) => command !== null && !isExecuted(position));
  const doneEntries = next < 0 ? pending : pending.slice(0, next);
  const last = doneEntries.at(-1);
  if (last) {
    const results = doneEntries.map((entry) => ({ id: entry.id, ...findResult(entry, templates) }));
    await ledger.acknowledge(serverId, last.position, results);
  }
  return pending.slice(doneEntries.length);
}

type Templates = GameServer['templates'];

const findTemplate = ({ kind }: LedgerEntry, { ban, unban, rankAdd, rankRemove }: Templates): string =>
  ({ ban, unban, 'rank.add': rankAdd, 'rank.remove': rankRemove, link: '', unlink: '' })[kind];

/** Names are only as reliable as the game servers that reported them, so an ambiguous one is not acted on. */
async function renderEntry(
  entry: LedgerEntry,
  templates: Templates,
  gameAccounts: GameAccounts,
): Promise<string | null> {
  const template = findTemplate(entry, templates);
  const { account } = entry;
  if (template === '' || !account) return null;
  if (template.includes('{username}') && (await gameAccounts.isNameAmbiguous(account))) return null;
  return renderCommand(template, pickValues(entry, account));
}

const pickValues = ({ rank, reason, until }: LedgerEntry, { name, uuid }: GameAccount) => ({
  username: name,
  uuid,
  rank: rank ?? '',
  reason: reason ?? '',
  until: until ?? '',
});

/**
 * An entry without a template needs no command, for example a link. Any other entry without a command has no effect.
 */
function findResult(entry: PendingEntry, templates: Templates): { ok: boolean; error?: string } {
  const isCarriedOut = entry.command !== null || !entry.account || findTemplate(entry, templates) === '';
  return isCarriedOut ? { ok: true } : { ok: false, error: 'The name is ambiguous, or cannot be part of a command' };
}
