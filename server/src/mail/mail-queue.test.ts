import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createTemporaryFolder } from '@guildhall/event-store/testing/temporary-folder.js';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { buildAccount, buildMail } from '../testing/vault/vault-samples.js';
import { openSqliteVault } from '../vault/sqlite/sqlite-vault.js';
import type { Account, AccountMail } from '../vault/account/account.js';
import { VaultUnavailable, type Vault } from '../vault/vault.js';
import { changeMail, removeMail } from './new-mail.js';
import { startMailQueue, type MailQueue } from './mail-queue.js';

let vault: Vault;
let clock: Date;
let sentIds: string[];
let errors: string[];
let refusal: string | null;
let queues: MailQueue[];

beforeEach(async () => {
  vault = await openSqliteVault(join(createTemporaryFolder(), 'vault.db'));
  clock = new Date('2026-01-02T00:00:00.000Z');
  [sentIds, errors, queues, refusal] = [[], [], [], null];
  await vault.createAccount(buildAccount(1, 'Steve', { mails: [buildMail('m1')] }));
});

afterEach(async () => {
  await Promise.all(queues.map((queue) => queue.stop()));
  await vault.close();
});

test('sends a due email once and marks it as sent', async () => {
  start();
  await vi.waitFor(() => expect(sentIds).toEqual(['1:m1']));
  await vi.waitFor(async () => expect((await findMail(1))?.sentAt).toBe(clock.toISOString()));
  expect(await findMail(1)).toMatchObject({ attempts: 1, lastError: null, dueAt: buildMail('m1').expiresAt });
  await waitForNextCheck();
  expect(sentIds).toEqual(['1:m1']);
});

test('sends a new email immediately when the mail queue is notified', async () => {
  const queue = start({ pollMs: 3_600_000 });
  await vi.waitFor(() => expect(sentIds).toHaveLength(1));
  await vault.createAccount(buildAccount(2, 'Alex', { mails: [buildMail('m2')] }));
  queue.nudge();
  await vi.waitFor(() => expect(sentIds).toEqual(['1:m1', '2:m2']));
});

test('sends an email when it becomes due, even if the mail queue is not notified', async () => {
  start({ pollMs: 10 });
  await vi.waitFor(() => expect(sentIds).toHaveLength(1));
  await vault.createAccount(buildAccount(2, 'Alex', { mails: [buildMail('m2')] }));
  await vi.waitFor(() => expect(sentIds).toEqual(['1:m1', '2:m2']));
});

test('retries a rejected email after 1, 5, 30 and then every 60 minutes, and stores the reason', async () => {
  refusal = 'mailbox full';
  start();
  await vi.waitFor(async () => expect(await findMail(1)).toMatchObject({ lastError: 'mailbox full', sentAt: null }));
  for (const minutes of [1, 5, 30, 60, 60]) {
    const attemptCount = errors.length;
    clock = new Date(clock.getTime() + minutes * 60_000 - 1);
    await waitForNextCheck();
    expect(errors).toHaveLength(attemptCount);
    clock = new Date(clock.getTime() + 1);
    await waitForNextCheck();
    await vi.waitFor(() => expect(errors).toHaveLength(attemptCount + 1));
  }
  expect(errors.every((error) => error === 'mailbox full 1:m1')).toBe(true);
  refusal = null;
  clock = new Date(clock.getTime() + 3_600_000);
  await waitForNextCheck();
  await vi.waitFor(async () => expect((await findMail(1))?.sentAt).toBe(clock.toISOString()));
  expect(await findMail(1)).toMatchObject({ attempts: 7, lastError: null });
  expect(sentIds).toEqual(['1:m1']);
});

test('schedules the retry of a rejected email no later than the expiry of its link', async () => {
  const expiresAt = new Date(clock.getTime() + 20_000).toISOString();
  await vault.editAccount(1, changeMail('m1', { expiresAt }));
  refusal = 'down';
  start();
  await vi.waitFor(() => expect(errors).toHaveLength(1));
  expect(await findMail(1)).toMatchObject({ attempts: 1, dueAt: expiresAt });
});

test('a rejected email does not delay others', async () => {
  await vault.createAccount(
    buildAccount(2, 'Alex', { mails: [buildMail('m2', { dueAt: '2026-01-02T00:00:00.000Z' })] }),
  );
  start({
    send: async (account) => (account.id === 1 ? Promise.reject(new Error('no')) : void sentIds.push(`${account.id}`)),
  });
  await vi.waitFor(() => expect(sentIds).toEqual(['2']));
});

test('drops a sent email after its link expires, and an unneeded verification email', async () => {
  start();
  await vi.waitFor(async () => expect((await findMail(1))?.sentAt).toBe(clock.toISOString()));
  clock = new Date('2026-01-09T00:00:00.000Z');
  await waitForNextCheck();
  await vi.waitFor(async () => expect(await findMail(1)).toBeUndefined());
  await vault.createAccount(buildAccount(2, 'Alex', { verified: true, mails: [buildMail('m2')] }));
  await waitForNextCheck();
  await vi.waitFor(async () => expect(await findMail(2)).toBeUndefined());
  expect([errors, sentIds]).toEqual([[], ['1:m1']]);
});

test('retains an unsent email for three days after its expiry, without retries', async () => {
  refusal = 'down';
  start();
  await vi.waitFor(() => expect(errors).toHaveLength(1));
  refusal = null;
  clock = new Date('2026-01-09T00:00:00.000Z');
  await waitForNextCheck();
  const unsentMail = { sentAt: null, lastError: 'down', attempts: 1, dueAt: '2026-01-12T00:00:00.000Z' };
  await vi.waitFor(async () => expect(await findMail(1)).toMatchObject(unsentMail));
  clock = new Date('2026-01-11T23:59:59.000Z');
  await waitForNextCheck();
  expect(await findMail(1)).toMatchObject(unsentMail);
  clock = new Date('2026-01-12T00:00:00.000Z');
  await waitForNextCheck();
  await vi.waitFor(async () => expect(await findMail(1)).toBeUndefined());
  expect([errors.length, sentIds]).toEqual([1, []]);
});

test('stores at most ten unsent emails per account', async () => {
  const mails = Array.from({ length: 14 }, (_, n) => buildMail(`r${n}`, { kind: 'reset' }));
  await vault.createAccount(buildAccount(2, 'Alex', { verified: true, mails }));
  clock = new Date('2026-01-10T00:00:00.000Z');
  start();
  await waitForNextCheck();
  await vi.waitFor(async () => expect((await vault.findAccount(2))?.mails).toHaveLength(10));
  expect(sentIds).toEqual([]);
});

test('sends all emails except verification emails to a verified account', async () => {
  await vault.editAccount(1, removeMail('m1'));
  await vault.createAccount(buildAccount(2, 'Alex', { verified: true, mails: [buildMail('m2', { kind: 'reset' })] }));
  start();
  await vi.waitFor(() => expect(sentIds).toEqual(['2:m2']));
  await vi.waitFor(async () => expect((await findMail(2))?.sentAt).toBe(clock.toISOString()));
});

test('sends an email again after a restart if a crash left it claimed but not marked as sent', async () => {
  let crash: () => void = () => {};
  start({ send: () => new Promise((_, reject) => (crash = () => reject(new Error('crash')))) });
  await vi.waitFor(async () => expect((await findMail(1))?.attempts).toBe(1));
  clock = new Date(clock.getTime() + 60_000);
  start();
  await vi.waitFor(() => expect(sentIds).toEqual(['1:m1']));
  crash();
});

test('only one of two servers sends an email', async () => {
  for (let id = 2; id <= 50; id++)
    await vault.createAccount(buildAccount(id, `p${id}`, { mails: [buildMail(`m${id}`)] }));
  const sendSlowly = async (account: Account, mail: AccountMail) => {
    await sleep(1);
    sentIds.push(`${account.id}:${mail.id}`);
  };
  start({ send: sendSlowly });
  start({ send: sendSlowly });
  await vi.waitFor(() => expect(new Set(sentIds).size).toBe(50), { timeout: 30_000 });
  await waitForNextCheck();
  expect(sentIds).toHaveLength(50);
});

test('stopping the mail queue waits for the current email and starts no other', async () => {
  await vault.createAccount(buildAccount(2, 'Alex', { mails: [buildMail('m2')] }));
  let finish: () => void = () => {};
  const queue = start({
    send: (account) => new Promise((resolve) => (finish = () => resolve(void sentIds.push(`${account.id}`)))),
  });
  await vi.waitFor(async () => expect((await findMail(1))?.attempts).toBe(1));
  let isStopped = false;
  const stopPromise = queue.stop().then(() => (isStopped = true));
  await sleep(30);
  expect(isStopped).toBe(false);
  finish();
  await stopPromise;
  expect(sentIds).toEqual(['1']);
  expect((await findMail(1))?.sentAt).toBe(clock.toISOString());
  expect((await findMail(2))?.attempts).toBe(0);
});

test('reports an unavailable vault and reads the mail queue again later', async () => {
  let isMailServerDown = true;
  const flaky = {
    ...vault,
    findDueMails: (now: string, limit: number) =>
      isMailServerDown ? Promise.reject(new VaultUnavailable('gone')) : vault.findDueMails(now, limit),
  };
  start({ pollMs: 10, vault: flaky });
  await vi.waitFor(() => expect(errors).toContain('gone null'));
  isMailServerDown = false;
  await vi.waitFor(() => expect(sentIds).toEqual(['1:m1']));
});

type Changes = Partial<Parameters<typeof startMailQueue>[0]>;

function start(changes: Changes = {}): MailQueue {
  const queue = startMailQueue({
    vault,
    send: async (account, mail) => {
      if (refusal) throw new Error(refusal);
      sentIds.push(`${account.id}:${mail.id}`);
    },
    onError: (error, mail) =>
      errors.push(`${(error as Error).message} ${mail ? `${mail.accountId}:${mail.mailId}` : null}`),
    now: () => clock,
    pollMs: 3_600_000,
    ...changes,
  });
  queues.push(queue);
  return queue;
}

async function waitForNextCheck(): Promise<void> {
  for (const queue of queues) queue.nudge();
  await sleep(30);
}

async function findMail(accountId: number): Promise<AccountMail | undefined> {
  return (await vault.findAccount(accountId))?.mails[0];
}
