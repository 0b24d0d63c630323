import { expect, test } from 'vitest';
import { toAccountDocument, hasAddress, noAddress } from './account-record.js';
import { buildAccount, buildMail } from '../../testing/vault/vault-samples.js';

test.each([
  [`someone${noAddress}`, false],
  [`SOMEONE${noAddress.toUpperCase()}`, false],
  ['someone@example.org', true],
  ['someone@invalid.example.org', true],
  [`someone${noAddress}.example.org`, true],
])('detects whether the account of %s has an address: %s', (email, has) => {
  expect(hasAddress({ email })).toBe(has);
});

test('indexes an account by its earliest due email and its oldest unsent email', () => {
  const times = { createdAt: '2026-01-01T10:00:00.000Z' };
  expect(toAccountDocument('', buildAccount(1, 'Steve', times))).toMatchObject({ mailDueAt: null, mailUnsentAt: null });
  const mails = [
    buildMail('a', { createdAt: '5', dueAt: '9' }),
    buildMail('b', { createdAt: '4', dueAt: '8' }),
    buildMail('c', { createdAt: '2', dueAt: null }),
    buildMail('d', { createdAt: '1', dueAt: null, sentAt: '3' }),
  ];
  const steve = toAccountDocument('', buildAccount(1, 'Steve', { mails, email: 'Steve@Example.org' }));
  expect(steve).toMatchObject({ mailDueAt: '8', mailUnsentAt: '2' });
  expect(steve).toMatchObject({ usernameFold: 'steve', emailFold: 'steve@example.org' });
});
