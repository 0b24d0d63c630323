import type { Account, AccountMail, DueMail } from '../vault/account/account.js';
import type { Vault } from '../vault/vault.js';
import { changeMail, removeMail } from './new-mail.js';

interface MailQueueOptions {
  vault: Pick<Vault, 'findAccount' | 'findDueMails' | 'editAccount'>;
  send: (account: Account, mail: AccountMail) => Promise<void>;
  onError: (error: unknown, mail: { accountId: number; mailId: string } | null) => void;
  now?: () => Date;
  pollMs?: number;
}

export interface MailQueue {
  nudge(): void;
  stop(): Promise<void>;
}

const minuteMs = 60_000;
const retryDelaysMs = [minuteMs, 5 * minuteMs, 30 * minuteMs, 60 * minuteMs];
const batchSize = 20;
const shownForMs = 3 * 24 * 60 * minuteMs;
const maxLoggedMails = 10;

export function startMailQueue(options: MailQueueOptions): MailQueue {
  const { pollMs = 15_000, onError } = options;
  let isStopped = false;
  let isNudged = true;
  let wake = () => {};
  const runLoop = async (): Promise<void> => {
    while (!isStopped) {
      isNudged = false;
      await sendDue(options, () => isStopped).catch((error: unknown) => onError(error, null));
      if (isStopped || isNudged) continue;
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, pollMs);
        wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
  };
  const loopRun = runLoop();
  const nudge = () => {
    isNudged = true;
    wake();
  };
  return {
    nudge,
    stop: () => {
      isStopped = true;
      nudge();
      return loopRun;
    },
  };
}

async function sendDue(options: MailQueueOptions, isStopped: () => boolean): Promise<void> {
  const { vault, now = () => new Date() } = options;
  let due: DueMail[];
  do {
    due = await vault.findDueMails(now().toISOString(), batchSize);
    for (const { account, mail } of due) {
      if (isStopped()) return;
      const isUnnecessary = account.verified && mail.kind === 'verify';
      if (isUnnecessary) await vault.editAccount(account.id, removeMail(mail.id));
      else if (isExpired(mail, now())) await showOrRemove(vault, account, mail, now());
      else if (mail.dueAt !== null) await sendOne(options, account, mail, mail.dueAt);
    }
  } while (due.length === batchSize);
}

export const isExpired = ({ expiresAt }: Pick<AccountMail, 'expiresAt'>, now: Date): boolean =>
  expiresAt <= now.toISOString();

async function showOrRemove(
  vault: MailQueueOptions['vault'],
  account: Account,
  mail: AccountMail,
  now: Date,
): Promise<void> {
  const end = new Date(Date.parse(mail.expiresAt) + shownForMs);
  // Reloads the account because handling the batch has changed its other emails.
  const { mails = [] } = (await vault.findAccount(account.id)) ?? {};
  const expiredUnsent = mails.filter(
    (storedMail) => isExpired(storedMail, now) && storedMail.dueAt !== null && storedMail.dueAt > now.toISOString(),
  );
  if (mail.sentAt === null && now < end && expiredUnsent.length < maxLoggedMails) {
    await vault.editAccount(account.id, changeMail(mail.id, { dueAt: end.toISOString() }));
  } else await vault.editAccount(account.id, removeMail(mail.id));
}

/** Sets the time of the next attempt first so that no other server sends the email. After a crash, it is sent again. */
async function sendOne(
  options: MailQueueOptions,
  account: Account,
  mail: AccountMail,
  seenDueAt: string,
): Promise<void> {
  const { vault, send, onError, now = () => new Date() } = options;
  const delayMs = retryDelaysMs[Math.min(mail.attempts, retryDelaysMs.length - 1)] ?? 0;
  const retryAt = new Date(now().getTime() + delayMs).toISOString();
  const dueAt = retryAt < mail.expiresAt ? retryAt : mail.expiresAt;
  const claim = changeMail(mail.id, { dueAt, attempts: mail.attempts + 1 }, seenDueAt);
  if ((await vault.editAccount(account.id, claim)) !== 'changed') return;
  try {
    await send(account, mail);
  } catch (error) {
    onError(error, { accountId: account.id, mailId: mail.id });
    const lastError = error instanceof Error ? error.message : String(error);
    await vault.editAccount(account.id, changeMail(mail.id, { lastError }));
    return;
  }
  const sentChange = { sentAt: now().toISOString(), dueAt: mail.expiresAt, lastError: null };
  await vault.editAccount(account.id, changeMail(mail.id, sentChange));
}
