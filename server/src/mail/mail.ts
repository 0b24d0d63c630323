import { join } from 'node:path';
import type { Logger } from 'pino';
import type { Env } from '../env.js';
import type { Account, AccountMail, Vault } from '../vault/vault.js';
import { verifyLink } from './link-token.js';
import { startMailQueue, type MailQueue } from './mail-queue.js';
import { createMailer } from './mailer.js';
import { verifyEmail } from './verify-email.js';

export interface Mail extends MailQueue {
  /** Removes the mails of an account that were written as files. */
  removeMailsOf(accountId: number): Promise<void>;
}

const siteName = 'Guildhall';

/**
 * Starts to send the vault's mails: by SMTP where the environment names a server, else as files and in the log. Nobody
 * who `isGone` gets one, also where an older vault was put back.
 */
export function createMail(env: Env, vault: Vault, logger: Logger, isGone: (accountId: number) => boolean): Mail {
  const mailer = createMailer({
    from: env.mailFrom,
    smtpUrl: env.smtpUrl,
    outbox: join(env.dataDir, 'outbox'),
    announce: (link) => logger.info(`A mail was written to the outbox. Its link: ${link}`),
  });
  const send = async (account: Account, mail: AccountMail): Promise<void> => {
    const link = verifyLink(env.publicUrl, env.secret, account.id, mail.id);
    const text = verifyEmail({ username: account.username, siteName, link, expiresAt: mail.expiresAt });
    // Looked at in the same turn as the writing begins: whoever removes his mails after that meets this one too.
    if (isGone(account.id)) return;
    const email = { ...text, accountId: account.id, mailId: mail.id, to: account.email, link };
    await mailer.deliver(email).catch((error: unknown) => Promise.reject(withoutAddress(error, account.email)));
  };
  const queue = startMailQueue({
    vault,
    send,
    onError: (error, mail) =>
      logger.warn({ err: error, ...mail }, mail ? 'A mail was not sent' : 'The mail queue waits'),
  });
  return {
    nudge: () => queue.nudge(),
    removeMailsOf: (accountId) => mailer.removeMailsOf(accountId),
    stop: async () => {
      await queue.stop();
      mailer.close();
    },
  };
}

/** Mail servers repeat the address in their refusals; it has no place in the server's output. */
function withoutAddress(error: unknown, address: string): Error {
  const reason = error instanceof Error ? error.message : String(error);
  return new Error(
    reason.toLowerCase().includes(address.toLowerCase()) ? reason.replace(/\S*@\S*/g, '<address>') : reason,
  );
}
