import { expect, test } from 'vitest';
import { buildAccount } from '../testing/vault/vault-samples.js';
import type { AccountMail, MailKind } from '../vault/account/account.js';
import {
  addMail,
  changeMail,
  isBeingVerified,
  createAccountMail,
  removeMail,
  markMailUsed,
  withoutKinds,
} from './new-mail.js';

const now = Date.parse('2026-01-01T00:00:00.000Z');
const hour = 3_600_000;

function addMails(kind: MailKind, hours: readonly number[]): AccountMail[] {
  let account = buildAccount(7, 'Steve', { mails: [{ ...createAccountMail('test', null, now), id: 'other' }] });
  for (const at of hours) {
    const change = addMail({ ...createAccountMail(kind, null, now + at * hour), id: `at ${at}` })(account);
    account = { ...account, ...change };
  }
  return [...account.mails];
}
const listIds = (mails: readonly AccountMail[]) => mails.map(({ id }) => id);

test('a newer verification email replaces the previous one', () => {
  expect(listIds(addMails('verify', [0, 1]))).toEqual(['other', 'at 1']);
});

test('adds no fourth reset email while three are pending', () => {
  expect(listIds(addMails('reset', [0, 0.1, 0.2, 0.3, 0.9]))).toEqual(['other', 'at 0', 'at 0.1', 'at 0.2']);
  expect(listIds(addMails('reset', [0, 0.1, 0.2, 1.05]))).toContain('at 1.05');
});

test('emails the owner of an existing account at most once a day', () => {
  expect(listIds(addMails('already-registered', [0, 5, 23]))).toEqual(['other', 'at 0']);
  expect(listIds(addMails('already-registered', [0, 24]))).toContain('at 24');
});

test('a security notification does not replace other emails', () => {
  expect(listIds(addMails('password-changed', [0, 1]))).toEqual(['other', 'at 0', 'at 1']);
});

test('removes only emails of the specified kinds', () => {
  const mails = [createAccountMail('reset'), createAccountMail('verify'), createAccountMail('test', 'a@example.org')];
  expect(withoutKinds(mails, 'reset', 'verify')).toEqual([mails[2]]);
  expect(mails[2]).toMatchObject({ to: 'a@example.org', sentAt: null, attempts: 0 });
});

const withMail = (mail: Partial<AccountMail>) =>
  buildAccount(7, 'Steve', { mails: [{ ...createAccountMail('reset'), id: 'mail', ...mail }] });

test('the link in an email can be used only once', () => {
  const account = withMail({});
  const change = markMailUsed('reset', 'mail')(account);
  expect(change?.mails).toMatchObject([{ id: 'mail', usedAt: expect.any(String) as string }]);
  expect(markMailUsed('reset', 'mail')({ ...account, ...change })).toBeNull();
  expect(markMailUsed('verify', 'mail')(account)).toBeNull();
  expect(markMailUsed('reset', 'mail')(withMail({ expiresAt: new Date().toISOString() }))).toBeNull();
});

test('changes an email only if its due time is unchanged since it was read', () => {
  const account = withMail({ dueAt: 'noon' });
  expect(changeMail('mail', { attempts: 1 }, 'noon')(account)?.mails).toMatchObject([{ dueAt: 'noon', attempts: 1 }]);
  expect(changeMail('mail', { attempts: 1 }, 'morning')(account)).toBeNull();
  expect(changeMail('other', { attempts: 1 })(account)).toBeNull();
  expect(removeMail('mail')(account)).toEqual({ mails: [] });
  expect(removeMail('other')(account)).toEqual({ mails: account.mails });
});

test('an address counts as being verified as long as its used link is valid', () => {
  const usedAt = new Date(now).toISOString();
  const expiresAt = new Date(now + hour).toISOString();
  const buildTime = (ms: number) => new Date(now + ms).toISOString();
  expect(isBeingVerified(withMail({ expiresAt }), buildTime(0))).toBe(false);
  expect(isBeingVerified(withMail({ usedAt, expiresAt }), buildTime(hour - 1))).toBe(true);
  expect(isBeingVerified(withMail({ usedAt, expiresAt }), buildTime(hour))).toBe(false);
});
