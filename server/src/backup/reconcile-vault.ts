import { containsEvent, createEventReference, type EventReference } from '@guildhall/event-store/event-reference.js';
import { beginning, type EventLog, type StoredEvent } from '@guildhall/event-store/port.js';
import type { Logger } from 'pino';
import type { Commands } from '../commands/commands.js';
import { createSystemContext } from '../commands/command-context.js';
import { deriveSecret } from '../process/secrets.js';
import { OperatorError } from '../process/operator-error.js';
import { readPages } from '../stores/pages.js';
import type { Directory } from '../read-models/members/directory.js';
import type { LogBinding } from '../vault/log-binding.js';
import type { AccountName } from '../vault/account/account.js';
import type { Vault } from '../vault/vault.js';
import { readAccountEventsAfter, type AccountEvents, type EndedSessions } from './account-events.js';

interface Dependencies {
  env: { secret: string };
  log: EventLog;
  vault: Vault;
  commands: Commands;
  directory: Directory;
  logger: Logger;
}

const batchSize = 1_000;

/**
 * The vault and the log may come from backups of different ages.
 * @throws OperatorError if they cannot be used together
 */
export async function reconcileVault(services: Dependencies, logId: string): Promise<VaultBinding> {
  const { env, log, vault, logger } = services;
  const existingBinding = await vault.findLogBinding();
  if (existingBinding && existingBinding.logId !== logId) {
    throw new OperatorError(
      'The log and the vault belong to different sites: restore both from backups of the same site',
    );
  }
  const secretHmac = deriveSecret(env.secret, 'log-binding');
  if (existingBinding && existingBinding.secretHmac !== secretHmac) logger.warn(secretChanged);
  const isOlderLog = existingBinding?.event ? !(await containsEvent(log, existingBinding.event)) : false;
  const events = await readAccountEventsAfter(
    log,
    isOlderLog ? beginning : (existingBinding?.event?.position ?? beginning),
  );
  await endSessions(vault, events.endedSessions);
  await markVerified(services, events);
  if (isOlderLog) await registerAgain(services, events);
  await logMissingAccounts(services, events);
  const binding = new VaultBinding(vault, { logId, event: events.last ?? existingBinding?.event ?? null, secretHmac });
  await binding.save();
  return binding;
}

const secretChanged =
  'SECRET differs from the one that this vault was used with: everyone must log in again; links in earlier emails, ' +
  'ban appeals and two-step recovery codes no longer work; addresses that were banned with an erased ' +
  'account can register again. To undo all of this, set the former SECRET';

export class VaultBinding {
  private isSaved = false;

  constructor(
    private readonly vault: Pick<Vault, 'bindToLog'>,
    private binding: LogBinding,
  ) {}

  advance(events: readonly StoredEvent[]): void {
    const last = events.at(-1);
    if (last && last.position > (this.binding.event?.position ?? beginning)) this.set(createEventReference(last));
  }

  async save(): Promise<void> {
    if (this.isSaved) return;
    this.isSaved = true;
    await this.vault.bindToLog(this.binding).catch((error: unknown) => {
      this.isSaved = false;
      throw error;
    });
  }

  private set(event: EventReference): void {
    this.binding = { ...this.binding, event };
    this.isSaved = false;
  }
}

async function endSessions(vault: Vault, endedSessions: readonly EndedSessions[]): Promise<void> {
  for (const { userId, sessionId, at } of endedSessions) {
    const hasEnded = ({ id, createdAt }: { id: string; createdAt: string }) => id === sessionId || createdAt <= at;
    const candidates = sessionId === null ? await vault.listSessions(userId) : [await vault.findSession(sessionId)];
    for (const session of candidates) if (session && hasEnded(session)) await vault.endSession(session.id);
  }
}

async function markVerified(
  { vault, directory }: Dependencies,
  { verifiedIds, erasedIds }: AccountEvents,
): Promise<void> {
  for await (const batch of filterRecordedNames(
    vault,
    [...verifiedIds].filter((id) => !erasedIds.has(id)),
  )) {
    const unverifiedIds = batch.names.filter((name) => !name.verified).map(({ id }) => id);
    for (const id of unverifiedIds) await vault.editAccount(id, () => ({ registered: true, verified: true }));
    await directory.refresh(unverifiedIds);
  }
}

/**
 * Registers accounts again if they were registered or verified after the log was backed up, because their owners do not
 * know that it was restored.
 */
async function registerAgain({ vault, commands, logger }: Dependencies, events: AccountEvents): Promise<void> {
  let registeredCount = 0;
  const pages = readPages<AccountName>(batchSize, (last) => vault.listAccountNames(last?.id ?? 0, batchSize));
  for await (const names of pages) {
    for (const { id, verified } of names) {
      if (events.erasedIds.has(id)) continue;
      if (!events.registeredIds.has(id)) {
        await commands.account({ type: 'Register', userId: id }, createSystemContext('register', String(id)));
        registeredCount++;
      }
      if (verified && !events.verifiedIds.has(id)) {
        await commands.account({ type: 'Verify', userId: id }, createSystemContext('verify', String(id)));
      }
    }
  }
  logger.warn(
    { registered: registeredCount },
    'the log is older than the vault: accounts that only exist in the vault were registered again',
  );
}

async function logMissingAccounts(
  { vault, logger }: Dependencies,
  { registeredIds, erasedIds }: AccountEvents,
): Promise<void> {
  const existingUsers = [...registeredIds].filter((id) => !erasedIds.has(id));
  let missingCount = 0;
  for await (const { requestedCount, names } of filterRecordedNames(vault, existingUsers))
    missingCount += requestedCount - names.length;
  if (missingCount === 0) return;
  if ((await vault.listAccountNames(0, 1)).length === 0) {
    throw new OperatorError(
      `The vault is empty, but the log has ${missingCount} accounts: restore the vault from a backup`,
    );
  }
  logger.warn(
    { missing: missingCount },
    'some accounts in the log are missing from the vault: restore a newer vault backup to recover their names and texts',
  );
}

async function* filterRecordedNames(
  vault: Vault,
  ids: readonly number[],
): AsyncGenerator<{ requestedCount: number; names: AccountName[] }> {
  for (let from = 0; from < ids.length; from += batchSize) {
    const idBatch = ids.slice(from, from + batchSize);
    yield { requestedCount: idBatch.length, names: await vault.findAccountNames(idBatch) };
  }
}
