import { areEqualSecrets, hashHmac } from '../process/secrets.js';
import { foldLogin } from '../vault/account/account-record.js';

interface SentEmail {
  mailId: string;
  accountId: number;
  to: string;
}

/**
 * Returns the local part of a `Message-ID`. Its seal shows that this site sent the email to this account at this
 * address, so that nobody can report bounces for emails that they have not received.
 */
export function sealMessageId(secret: string, { mailId, accountId, to }: SentEmail): string {
  return `${mailId}.${accountId}.${computeSeal(secret, mailId, accountId, to)}`;
}

/** @returns the account that an email was sent to, or null if this site did not create the id */
export function parseMessageId(messageId: string): { mailId: string; accountId: number; seal: string } | null {
  const [, mailId = '', account = '', seal = ''] =
    /^<?([\w-]{1,64})\.([1-9]\d{0,15})\.([\w-]{22})@/.exec(messageId) ?? [];
  return seal === '' ? null : { mailId, accountId: Number(account), seal };
}

export function isMessageTo(
  secret: string,
  { mailId, accountId, seal }: NonNullable<ReturnType<typeof parseMessageId>>,
  to: string,
): boolean {
  return areEqualSecrets(seal, computeSeal(secret, mailId, accountId, to));
}

const computeSeal = (secret: string, mailId: string, accountId: number, to: string): string =>
  hashHmac(secret, `message:${mailId}:${accountId}:${foldLogin(to)}`).slice(0, 22);
