import { isolateRightToLeft } from '@guildhall/domain/text/direction.js';
import { defaultSettings } from '@guildhall/domain/settings/site-settings.js';
import { theme } from '@guildhall/domain/theme/decide.js';
import type { Logger } from 'pino';
import type { DeliverySender } from '../deliveries/delivery-content.js';
import type { Env } from '../process/env.js';
import { describeAccessFault } from '../stores/access-fault.js';
import type { Account, AccountMail } from '../vault/account/account.js';
import type { Vault } from '../vault/vault.js';
import { hasAddress } from '../vault/account/account-record.js';
import { composeMail, formatTime, type EmailText } from './compose-mail.js';
import { buildMailLink } from './link-token.js';
import { findMailDelivery, getOutboxFolder } from './mail-delivery.js';
import { startMailQueue, type MailQueue } from './mail-queue.js';
import { buildFirstPasswordText, mailTexts } from './mail-texts.js';
import { removeAddresses } from './email-pause.js';
import { createMailer, type Email } from './mailer.js';
import { sealMessageId } from './message-id.js';
import { createNotificationSender, type MailSite } from './notifications/notification-sender.js';
import type { Metrics } from '../metrics/metrics.js';

export interface Mail extends MailQueue {
  /** Sends members the notifications that they receive by email. */
  notifications: DeliverySender;
  getFault(): string | null;
  removeMailsOf(accountIds: readonly number[]): Promise<void>;
}

export function createMail(
  env: Env,
  vault: Vault,
  logger: Logger,
  isGone: (accountId: number) => boolean,
  site: MailSite = { settings: defaultSettings, theme: theme.initial() },
  metrics: Pick<Metrics, 'countMail'> = { countMail: () => undefined },
): Mail {
  const mailer = createMailer({
    from: () => site.settings.mailSender || env.mailFrom,
    smtpUrl: env.smtpUrl,
    outbox: getOutboxFolder(env),
    announce: (link) => logger.info(`an email was written to the outbox.${link ? ` Its link: ${link}` : ''}`),
  });
  let fault: string | null = null;
  const isKnownFault = (error: unknown): boolean => {
    const smtpFault = describeAccessFault('smtp', error);
    if (smtpFault !== null && fault === null) logger.error(`emails are not sent: ${smtpFault}`);
    fault = smtpFault ?? fault;
    return smtpFault !== null;
  };
  const deliver = async (email: Email): Promise<void> => {
    await mailer.deliver(email).catch((error: unknown) => Promise.reject(withoutAddress(error, email.to)));
    if (fault !== null) logger.warn('SMTP_URL: the mail server accepts emails again');
    fault = null;
    metrics.countMail(findMailDelivery(env) === 'smtp' ? 'sent' : 'written');
  };
  const send = async (account: Account, mail: AccountMail): Promise<void> => {
    const to = mail.to ?? (hasAddress(account) ? account.email : null);
    const link = buildLink(env, account, mail);
    const text = composeEmail(env, account, mail, link, site.settings.name);
    // Must run in the tick in which the write starts so that a later removal of the user's emails includes this one.
    if (to === null || isGone(account.id)) return;
    const messageId = sealMessageId(env.secret, { mailId: mail.id, accountId: account.id, to });
    await deliver({ ...text, accountId: account.id, mailId: mail.id, messageId, to, link });
  };
  const queue = startMailQueue({
    vault,
    send,
    onError: (error, mail) => {
      if (mail) metrics.countMail('failed');
      if (isKnownFault(error)) return;
      logger.warn({ err: error, ...mail }, mail ? 'an email was not sent' : 'the email queue is waiting');
    },
  });
  const notifications = createNotificationSender({ env, vault, site, deliver, isGone, isKnownFault, metrics });
  return {
    notifications,
    getFault: () => fault,
    nudge: () => queue.nudge(),
    removeMailsOf: (accountIds) => mailer.removeMailsOf(accountIds),
    stop: async () => {
      await queue.stop();
      mailer.close();
    },
  };
}

function buildLink({ publicUrl, secret }: Env, account: Account, { id, kind }: AccountMail): string | null {
  const hasLink = kind === 'verify' || kind === 'reset' || kind === 'confirm-address';
  return hasLink ? buildMailLink(kind, publicUrl, secret, account.id, id) : null;
}

function composeEmail(env: Env, account: Account, mail: AccountMail, link: string | null, siteName: string): EmailText {
  const until = formatTime(mail.expiresAt, mail.kind !== 'verify');
  const { username } = account;
  const variables = { username, siteName: isolateRightToLeft(siteName), siteUrl: env.publicUrl, until };
  const compose = mail.kind === 'reset' && !account.verified ? buildFirstPasswordText : mailTexts[mail.kind];
  return composeMail(variables, compose(variables), link);
}

/** Mail servers repeat the address in error messages, but it must not appear in the logs. */
function withoutAddress(error: unknown, address: string): Error {
  const reason = error instanceof Error ? error.message : String(error);
  const containsAddress = reason.toLowerCase().includes(address.toLowerCase());
  const { code, responseCode, command } = (error ?? {}) as Record<string, unknown>;
  return Object.assign(new Error(containsAddress ? removeAddresses(reason) : reason), {
    code,
    responseCode,
    command,
  });
}
