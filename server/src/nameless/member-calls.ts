import { randomBytes } from 'node:crypto';
import { foldName } from '@guildhall/domain/account/names.js';
import { deriveAggregateId } from '@guildhall/domain/ids.js';
import { uuidPattern } from '@guildhall/domain/games/identity.js';
import { Refusal } from '@guildhall/domain/refusals.js';
import { findReports } from '@guildhall/projections/views/reports/queries.js';
import { z } from 'zod';
import { createAccount, notifyOwner } from '../accounts/accounts.js';
import { registerAccount } from '../accounts/account-lifecycle.js';
import { email, username } from '../accounts/registration.js';
import type { PendingRegistrations } from '../accounts/pending-registrations.js';
import type { Commands } from '../commands/commands.js';
import { createContext } from '../commands/command-context.js';
import type { CommandContext } from '../commands/handle.js';
import type { GameAccounts } from '../games/accounts/game-accounts.js';
import { allMark } from '../notifications/notification-marks.js';
import { findNotificationReader } from '../notifications/notification-reader.js';
import { countUnread } from '../notifications/unread-notifications.js';
import type { Writing } from '../pictures/writing.js';
import { check } from '../request/input.js';
import type { Limits } from '../request/rate-limits.js';
import type { Account } from '../vault/account/account.js';
import type { Vault } from '../vault/vault.js';
import {
  checkBody,
  NamelessError,
  translate,
  type NamelessCall,
  type NamelessErrorCode,
  type NamelessResponse,
} from './nameless-call.js';
import { toReportedPlayer, requireMember, type LinkedMember } from './users.js';

type Dependencies = Parameters<typeof requireMember>[0] &
  Parameters<typeof createAccount>[0] &
  Parameters<typeof registerAccount>[0] &
  Parameters<typeof findNotificationReader>[0] &
  Parameters<typeof countUnread>[0] & {
    commands: Commands;
    gameAccounts: GameAccounts;
    limits: Limits;
    mail: { nudge(): void };
    pendingRegistrations: Pick<PendingRegistrations, 'correctAddress'>;
    vault: Vault;
    writing: Writing;
  };

const dayMs = 86_400_000;

const registration = z.object({
  username: z.string().max(1_000),
  email: z.string().max(1_000),
  integrations: z.object({ Minecraft: z.object({ identifier: z.string().max(100) }) }).optional(),
});

/**
 * Registers a member without a password. The member receives an email with a link to set one, which also verifies the
 * address. A known address gets the same response, and its owner receives a different email. Until the address is
 * verified, the same player can register again on the same server to correct it.
 */
export async function registerMember(services: Dependencies, call: NamelessCall): Promise<NamelessResponse> {
  const input = checkBody(registration, call);
  const name = requireValid(username, input.username, 'core:invalid_username');
  const address = requireValid(email, input.email, 'core:invalid_email_address');
  const actorId = String(call.server.serverId);
  const player = input.integrations?.Minecraft.identifier ?? null;
  await services.limits.take('register-in-game', actorId);
  await services.limits.take('register-player', player ?? actorId);
  const existing = player === null ? null : await services.vault.findAccountByLogin(name);
  // The plugin repeats a call whose response was lost. A day later, the account may have expired.
  const createDayContext = (time: number) => {
    const day = new Date(time).toISOString().slice(0, 'YYYY-MM-DD'.length);
    const key = `${player ?? `${actorId} ${address}`} ${day}`;
    return createContext(actorId, `register ${foldName(name)}`, key, call.correlationId);
  };
  const time = Date.parse(existing?.createdAt ?? call.at);
  const context = createDayContext(time);
  // The id depends on the server and the player, so only the same player on the same server can correct the address.
  // The call that created the account may have begun before midnight.
  const own = [context, createDayContext(time - dayMs)].find(
    ({ commandId }) => deriveAggregateId(commandId) === existing?.id,
  );
  const { emailTaken } = await (
    existing && own
      ? correctAddress(services, existing, address, call, own)
      : createMember(services, deriveAggregateId(context.commandId), name, address, context)
  ).catch(
    translate({
      'username-taken': 'core:username_already_exists',
      'registration-over': 'core:username_already_exists',
    }),
  );
  services.mail.nudge();
  if (emailTaken) call.runAfterSend(() => notifyOwner(services, address));
  // An account has a number only once it is linked. Clients require one here, but do not use it.
  return { message: 'We sent an email to this address. Follow its link to set a password.', user_id: 0 };
}

async function createMember(
  services: Dependencies,
  userId: number,
  username: string,
  email: string,
  context: CommandContext,
): Promise<{ emailTaken: boolean }> {
  const account = { username, email, password: randomBytes(32).toString('base64url') };
  const result = await createAccount(services, userId, account, 'reset');
  await registerAccount(services, userId, context);
  return result;
}

/** Also sends the email again if the address is the same, because the account may not contain the address it had. */
async function correctAddress(
  services: Dependencies,
  { id: userId, registered }: Account,
  address: string,
  { server, correlationId }: NamelessCall,
  registrationContext: CommandContext,
): Promise<{ emailTaken: boolean }> {
  const { limits, pendingRegistrations } = services;
  // The registration may have failed after it created the account.
  if (!registered) await registerAccount(services, userId, registrationContext);
  await limits.take('resend-verification', String(userId));
  const context = createContext(String(server.serverId), `correct-address ${userId}`, undefined, correlationId);
  return pendingRegistrations.correctAddress(userId, address, context, 'reset');
}

function requireValid<T>(schema: z.ZodType<T>, input: unknown, code: NamelessErrorCode): T {
  try {
    return check(schema, input);
  } catch (error) {
    throw error instanceof Refusal ? new NamelessError(code, error.message) : error;
  }
}

const maxCheckedSessions = 100;

const reportBody = z.object({
  reporter: z.int(),
  reported_uid: z.string().regex(uuidPattern),
  reported_username: z.string().max(40),
  content: z.string().trim().min(1).max(1_000),
});

/** Files a report on behalf of a member who has played on the game server. */
export async function fileReport(services: Dependencies, call: NamelessCall): Promise<NamelessResponse> {
  const { policy, gameAccounts, commands, limits, writing } = services;
  const { reporter, reported_uid: uuid, reported_username: name, content } = checkBody(reportBody, call);
  const member = await requireMember(services, call, `id:${reporter}`);
  const { userId } = member;
  await requirePlayed(services, member, call);
  if (policy.findBan(userId)) throw new NamelessError('core:banned_from_website');
  const account = await gameAccounts.find(toReportedPlayer(uuid), call.server.serverId);
  const reportedId = (account && policy.games.memberOfAccount.get(account.id)) ?? null;
  if (reportedId === userId) throw new NamelessError('core:cannot_report_yourself');
  if (reportedId !== null && (await hasOpenReport(services, userId, reportedId)))
    throw new NamelessError('core:open_report_already');
  // The member's own limit does not apply, because a game server could use it up.
  await limits.take('report-in-game', String(call.server.serverId));
  const context = createContext(String(userId), 'file-report', undefined, call.correlationId);
  const reportId = deriveAggregateId(context.commandId);
  const source = `${content}\n\nReported on ${call.server.name}: ${name}`;
  const { content: text, ...uploads } = await writing.sealReport(userId, source);
  const subject = reportedId === null ? null : ({ kind: 'member', id: reportedId } as const);
  const command = { type: 'File', reportId, kind: 'player', subject, text, ...uploads } as const;
  await commands.report(reportId, command, policy.getActor(userId), context);
  return { message: 'ok' };
}

async function hasOpenReport({ views }: Dependencies, authorId: number, memberId: number): Promise<boolean> {
  const filter = { status: 'pending', kind: 'player', authorId, memberId } as const;
  return (await findReports(views.store, filter, undefined, 1)).length > 0;
}

/**
 * A game server can report only on behalf of its own players, and read about no others.
 * @throws NamelessError nameless:cannot_find_user
 */
async function requirePlayed(
  { vault }: Dependencies,
  { account }: LinkedMember,
  { server }: Pick<NamelessCall, 'server'>,
): Promise<void> {
  const sessions = await vault.findPlayerSessionsBefore(account.id, null, maxCheckedSessions);
  if (!sessions.some(({ serverId }) => serverId === server.serverId))
    throw new NamelessError('nameless:cannot_find_user');
}

/** Returns only the number of notifications, because their content is for the member alone. */
export async function showNotifications(
  services: Dependencies,
  member: LinkedMember,
  call: NamelessCall,
): Promise<NamelessResponse> {
  await requirePlayed(services, member, call);
  const { userId } = member;
  const { policy, readMarks, env } = services;
  const reader = await findNotificationReader(services, { ...policy.getActor(userId), userId });
  const [all] = await readMarks.loadMarks(userId, [allMark]);
  const count = await countUnread(services, reader, all?.order ?? '');
  if (count === 0) return { notifications: [] };
  const message = count === 1 ? 'You have an unread notification.' : `You have ${count} unread notifications.`;
  return { notifications: [{ type: 'unread', message, url: new URL('/notifications', env.publicUrl).href }] };
}
