import { foldLogin, hasAddress } from '../vault/account/account-record.js';
import type { AccountEdit } from '../vault/account/account.js';

const maxReasonLength = 200;

/**
 * Stops notifications by email, but not the emails about the account itself, which members request.
 * @param isAddress whether the account's address is still the one that was refused
 */
export function pauseEmails(
  reason: string,
  isAddress: (email: string) => boolean,
  at = new Date().toISOString(),
): AccountEdit {
  return (account) => {
    if (!hasAddress(account) || !isAddress(account.email)) return null;
    const cleanReason = removeAddresses(reason).replace(/\s+/g, ' ').trim().slice(0, maxReasonLength);
    return { emailPause: { address: foldLogin(account.email), at, reason: cleanReason } };
  };
}

/** Mail servers repeat the address in their responses, but it must not appear in logs or on other members' pages. */
export const removeAddresses = (text: string): string =>
  text.replace(/\S+/g, (word) => (word.includes('@') ? '<address>' : word));

/**
 * Whether a mail server has permanently refused an email because of the recipient's address: the mailbox does not
 * exist, has moved or is disabled. Refusals because of the sender, the content, a full mailbox or a policy reveal
 * nothing about the address.
 */
export function concernsRecipient(error: unknown): boolean {
  const { command, responseCode, message } = (error ?? {}) as Record<string, unknown>;
  const status = findStatus(message);
  // After DATA, only an enhanced status code shows that the refusal concerns the recipient.
  if (command === 'DATA' && status === null) return false;
  return (command === 'RCPT TO' || command === 'DATA') && refusesRecipient(Number(responseCode), status);
}

/** @param status the enhanced status code (RFC 3463). Null, or 5.0.0, if the mail server gave none */
export function refusesRecipient(responseCode: number, status: string | null): boolean {
  if (status === null || status === '5.0.0') return [550, 551, 553].includes(responseCode);
  return isRecipientStatus(status);
}

/**
 * Whether a mail server has permanently refused this email. A refusal of the sender, or by a policy, may be a fault of
 * the site that the operator can correct.
 */
export function isPermanentRefusal(error: unknown): boolean {
  const { command, responseCode, message } = (error ?? {}) as Record<string, unknown>;
  const isAboutEmail = ['RCPT TO', 'DATA'].includes(String(command)) && Number(responseCode) >= 500;
  return isAboutEmail && !isSiteStatus(findStatus(message) ?? '');
}

/** Enhanced status codes (RFC 3463): 5.1.7 and 5.1.8 are about the sender, 5.4 about routing, 5.7 about policies. */
const isSiteStatus = (status: string): boolean => /^5\.(1\.[78]|[47]\.\d{1,3})$/.test(status);

/** Enhanced status codes (RFC 3463): 5.1 is about the address, 5.2 about the mailbox. */
const isRecipientStatus = (status: string): boolean => /^5\.(1\.(0|1|2|3|4|6|9|10)|2\.(0|1))$/.test(status);

/** Returns the enhanced status code after the response code. Similar digits elsewhere may belong to an IP address. */
const findStatus = (message: unknown): string | null =>
  /\b5\d\d[ -]#?(5\.\d{1,3}\.\d{1,3})(?!\.?\d)/.exec(String(message))?.[1] ?? null;
