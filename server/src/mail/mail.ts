import { isolateRightToLeft } from '@guildhall/domain/text/direction.js';
import { join } from 'node:path';
import { defaultSettings, type SiteSettings } from '@guildhall/domain/settings/site-settings.js';
import type { MailDelivery } from '@guildhall/domain/wire/schemas/staff/server-status.js';
import type { Logger } from 'pino';
import type { Env } from '../process/env.js';
import { describeAccessFault } from '../stores/access-fault.js';
import { isLocalSite } from '../process/loopback.js';
import type { Account, AccountMail, Vault } from '../vault/vault.js';
import { hasAddress } from '../vault/account-record.js';
import { composeMail, readableTime, type EmailText } from './compose-mail.js';
import { mailLink } from './link-token.js';
import { startMailQueue, type MailQueue } from './mail-queue.js';
import { mailTexts } from './mail-texts.js';
import { createMailer } from './mailer.js';
import type { Metrics } from '../metrics/metrics.js';

export interface Mail extends MailQueue {
  fault(): string | null;
  removeMailsOf(accountIds: readonly number[]): Promise<void>;
}

export function createMail(
  env: Env,
  vault: Vault,
  logger: Logger,
  isGone: (accountId: number) => boolean,
  settings: () => Pick<SiteSettings, 'name' | 'mailSender'> = () => defaultSettings,
  metrics: Pick<Metrics, 'mail'> = { mail: () => undefined },
): Mail {
  const mailer = createMailer({
    from: () => settings().mailSender || env.mailFrom,
    smtpUrl: env.smtpUrl,
    outbox: outboxOf(env),
    announce: (link) => logger.info(`an email was written to the outbox.${link ? ` Its link: ${link}` : ''}`),
  });
  let fault: string | null = null;
  const isKnownFault = (error: unknown): boolean => {
    const smtpFault = describeAccessFault('smtp', error);
    if (smtpFault !== null && fault === null) logger.error(`emails are not sent: ${smtpFault}`);
    fault = smtpFault ?? fault;
    return smtpFault !== null;
  };
  const send = async (account: Account, mail: AccountMail): Promise<void> => {
    const to = mail.to ?? (hasAddress(account) ? account.email : null);
    const link = linkOf(env, account, mail);
    const text = emailOf(env, account, mail, link, settings().name);
    // Must run in the tick in which the write starts so that a later removal of the user's emails includes this one.
    if (to === null || isGone(account.id)) return;
    const email = { ...text, accountId: account.id, mailId: mail.id, to, link };
    await mailer.deliver(email).catch((error: unknown) => Promise.reject(withoutAddress(error, to)));
    if (fault !== null) logger.warn('SMTP_URL: the mail server accepts emails again');
    fault = null;
    metrics.mail(mailDelivery(env) === 'smtp' ? 'sent' : 'written');
  };
  const queue = startMailQueue({
    vault,
    send,
    onError: (error, mail) => {
      if (mail) metrics.mail('failed');
      if (isKnownFault(error)) return;
      logger.warn({ err: error, ...mail }, mail ? 'an email was not sent' : 'the email queue is waiting');
    },
  });
  return {
    fault: () => fault,
    nudge: () => queue.nudge(),
    removeMailsOf: (accountIds) => mailer.removeMailsOf(accountIds),
    stop: async () => {
      await queue.stop();
      mailer.close();
    },
  };
}

export function mailDelivery({ smtpUrl, publicUrl }: Pick<Env, 'smtpUrl' | 'publicUrl'>): MailDelivery {
  if (smtpUrl !== null) return 'smtp';
  return isLocalSite(publicUrl) ? 'folder' : 'folder-public';
}

const outboxOf = ({ dataDir }: Pick<Env, 'dataDir'>): string => join(dataDir, 'outbox');

export function announceDelivery(env: Pick<Env, 'smtpUrl' | 'publicUrl' | 'dataDir'>, logger: Logger): void {
  const delivery = mailDelivery(env);
  if (delivery === 'smtp') return;
  const outboxHint = `SMTP_URL is not set: emails are only written to ${outboxOf(env)}`;
  if (delivery === 'folder') logger.info(`${outboxHint}, and their links appear here.`);
  else {
    logger.warn(
      `${outboxHint}. Members of this public site cannot verify their accounts or reset their passwords. ` +
        'Set SMTP_URL to your mail server and restart.',
    );
  }
}

function linkOf({ publicUrl, secret }: Env, account: Account, { id, kind }: AccountMail): string | null {
  const hasLink = kind === 'verify' || kind === 'reset' || kind === 'confirm-address';
  return hasLink ? mailLink(kind, publicUrl, secret, account.id, id) : null;
}

function emailOf(env: Env, { username }: Account, mail: AccountMail, link: string | null, siteName: string): EmailText {
  const until = readableTime(mail.expiresAt, mail.kind !== 'verify');
  const variables = { username, siteName: isolateRightToLeft(siteName), siteUrl: env.publicUrl, until };
  return composeMail(variables, mailTexts[mail.kind](variables), link);
}

/** Mail servers repeat the address in error messages, but it must not appear in the logs. */
function withoutAddress(error: unknown, address: string): Error {
  const reason = error instanceof Error ? error.message : String(error);
  const containsAddress = reason.toLowerCase().includes(address.toLowerCase());
  const { code, responseCode } = (error ?? {}) as { code?: unknown; responseCode?: unknown };
  return Object.assign(new Error(containsAddress ? reason.replace(/\S*@\S*/g, '<address>') : reason), {
    code,
    responseCode,
  });
}
