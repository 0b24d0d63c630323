import { streams } from '@guildhall/domain/events.js';
import { generateAppCode } from '../../support/site/app-code.js';
import { generateSecret } from '@guildhall/server/accounts/two-step.js';
import { createDelivery, buildFailedDelivery } from '@guildhall/server/testing/deliveries/vault-delivery-samples.js';
import { describe, expect, test } from 'vitest';
import { readAccountArchive } from '../../support/site/account-archive.js';
import { getPassword } from '../../support/site/member.js';
import {
  followConfirmation,
  isLoggedIn,
  logIn,
  readMail,
  readMails,
  createPersonWithPassword,
  register,
  buildResetForm,
} from '../../support/site/people.js';
import { changeMail } from '../../../server/src/mail/new-mail.js';
import { type SiteMember, testSite } from '../../support/site/site.js';

const site = testSite();

const readEventTypes = async (userId: number) =>
  (await site.services.log.readStream(streams.user(userId))).map(({ type }) => type.split('.')[0]);

describe("deleting one's own account", () => {
  const leave = (as: SiteMember, more: object = {}) =>
    site.send('DELETE', '/account', { password: getPassword(as.name), texts: 0, ...more }, { as });

  test("deleting an account erases the member's name, and optionally their posts", async () => {
    for (const texts of [0, 1]) {
      const person = await createPersonWithPassword(site);
      const thread = await site.createThread(person, { content: 'What he wrote' });
      const response = await leave(person, { texts });
      expect(response).toMatchObject({ status: 200, json: { success: true, id: person.id } });
      expect(response.headers['set-cookie']?.[0]).toMatch(/^guildhall=;/);
      expect(await isLoggedIn(site, person)).toBe(false);
      expect((await logIn(site, person.name, getPassword(person.name))).json).toMatchObject({ code: 'login-failed' });
      expect(await site.get(`/forums/threads/${thread}`)).toMatchObject({
        username: '[deleted]',
        content: texts ? '[erased]' : 'What he wrote',
      });
      expect((await register(site, person.name, `new${person.name}@example.org`)).status).toBe(201);
    }
  });

  test('an account can be deleted only with its password or a two-step login code', async () => {
    const person = await createPersonWithPassword(site);
    const secret = generateSecret();
    await site.services.vault.editAccount(person.id, () => ({
      twoStep: { secret, on: true, lastStep: 0, recovery: [] },
    }));
    expect((await leave(person, { password: 'another' })).json).toMatchObject({ code: 'password-wrong' });
    expect((await leave(person)).json).toMatchObject({ code: 'two-step-required' });
    expect((await leave(person, { code: '000000' })).json).toMatchObject({ code: 'two-step-wrong' });
    expect(await isLoggedIn(site, person)).toBe(true);
    expect((await leave(person, { code: generateAppCode(secret) })).status).toBe(200);
  });

  test('an Admin cannot delete their own account', async () => {
    await site.givePassword(site.admin, getPassword('Alex'));
    const headBefore = await site.readHead();
    expect(await leave(site.admin)).toMatchObject({ status: 409, json: { code: 'admin-not-erasable' } });
    expect(await site.readHead()).toBe(headBefore);
    expect(await isLoggedIn(site, site.admin)).toBe(true);
  });
});

describe("changing one's name", () => {
  const rename = (as: SiteMember, username: string, password = getPassword(as.name)) =>
    site.send('PUT', '/account/username', { username, password }, { as });

  test('shows a new username everywhere immediately and frees the old one', async () => {
    const person = await createPersonWithPassword(site);
    const thread = await site.createThread(person);
    expect((await rename(person, 'Renamed')).status).toBe(200);
    expect(await site.get(`/forums/threads/${thread}`)).toMatchObject({ username: 'Renamed' });
    expect(await site.get<string[]>('/usernames')).toContain('Renamed');
    expect((await logIn(site, 'Renamed', getPassword(person.name))).status).toBe(200);
    expect((await register(site, person.name, 'free@example.org')).status).toBe(201);
    expect(await readEventTypes(person.id)).toContain('AccountChanged');
  });

  test('rejects a new username that is invalid or already taken, ignoring case', async () => {
    const person = await createPersonWithPassword(site);
    const headBefore = await site.readHead();
    expect(await rename(person, 'STEVE')).toMatchObject({ status: 409, json: { code: 'username-taken' } });
    expect((await rename(person, 'a b')).json).toMatchObject({ code: 'username-invalid', field: 'username' });
    expect((await rename(person, 'Fine', 'not his')).json).toMatchObject({ code: 'password-wrong' });
    expect(await site.readHead()).toBe(headBefore);
    expect((await rename(person, person.name.toUpperCase())).status).toBe(200);
  });
});

describe("changing one's email address", () => {
  const changeAddress = (as: SiteMember, email: string, password = getPassword(as.name)) =>
    site.send('PUT', '/account/email', { email, password }, { as });
  const readAddress = async (userId: number) => (await site.services.vault.findAccount(userId))?.email;

  test('changes the email address after its confirmation and notifies the old address', async () => {
    const person = await createPersonWithPassword(site);
    const [former, next] = [`${person.name}@example.org`, `new-${person.name}@example.org`];
    expect((await changeAddress(person, next)).status).toBe(200);
    const mail = await readMail(site, person.id, 'confirm-address');
    expect(mail.to).toBe(next);
    expect(await readAddress(person.id)).toBe(former);
    for (const time of ['first', 'second']) {
      expect([time, await followConfirmation(site, person.id, mail)]).toEqual([time, '/verify?success=true']);
    }
    expect(await readAddress(person.id)).toBe(next);
    expect((await readMails(site, person.id, 'address-changed')).map(({ to }) => to)).toEqual([former]);
    expect((await readEventTypes(person.id)).filter((type) => type === 'AccountChanged')).toHaveLength(1);
    expect((await logIn(site, next, getPassword(person.name))).status).toBe(200);
    expect((await logIn(site, former, getPassword(person.name))).status).toBe(401);
  });

  test('an address change invalidates password links sent to the old address', async () => {
    const person = await createPersonWithPassword(site);
    await site.send('POST', '/password/forgot', { email_or_username: person.name });
    const former = await readMail(site, person.id, 'reset');
    await changeAddress(person, `reset-${person.name}@example.org`);
    const mail = await readMail(site, person.id, 'confirm-address');
    expect(await followConfirmation(site, person.id, mail)).toBe('/verify?success=true');
    const response = await site.send(
      'POST',
      '/password/reset',
      buildResetForm(site, person.id, former, 'of a stranger'),
    );
    expect(response.json).toMatchObject({ code: 'link-invalid' });
  });

  test('accepts only the link in the latest confirmation email, and only for one day', async () => {
    const person = await createPersonWithPassword(site);
    await changeAddress(person, 'first-wish@example.org');
    const firstMail = await readMail(site, person.id, 'confirm-address');
    await changeAddress(person, 'second-wish@example.org');
    await expect
      .poll(async () => (await readMail(site, person.id, 'confirm-address')).to)
      .toBe('second-wish@example.org');
    expect(await followConfirmation(site, person.id, firstMail)).toBe('/verify?success=false');
    const second = await readMail(site, person.id, 'confirm-address');
    await site.services.vault.editAccount(person.id, changeMail(second.id, { expiresAt: new Date().toISOString() }));
    expect(await followConfirmation(site, person.id, second)).toBe('/verify?success=false');
    expect(await readAddress(person.id)).toBe(`${person.name}@example.org`);
  });

  test('the response to an address change does not reveal whether the address is registered', async () => {
    const [person, owner] = [await createPersonWithPassword(site), await createPersonWithPassword(site)];
    const registeredResponse = await changeAddress(person, `${owner.name}@EXAMPLE.org`);
    const unknownResponse = await changeAddress(person, 'unknown-to-all@example.org');
    expect([registeredResponse.status, registeredResponse.text]).toEqual([
      unknownResponse.status,
      unknownResponse.text,
    ]);
    await readMail(site, owner.id, 'already-registered');
    const mails = await readMails(site, person.id, 'confirm-address');
    expect(mails.map(({ to }) => to)).not.toContain(`${owner.name}@EXAMPLE.org`);
  });

  test("changing to one's own address or a blocked one sends no email, with the same response", async () => {
    const [person, bannedPerson] = [await createPersonWithPassword(site), await createPersonWithPassword(site)];
    await site.perform('POST', `/admin/ban/${bannedPerson.id}`, {}, { as: site.admin });
    await site.perform('POST', `/admin/delete/${bannedPerson.id}`, {}, { as: site.admin });
    const responses = [
      await changeAddress(person, `${person.name.toUpperCase()}@example.org`),
      await changeAddress(person, `${bannedPerson.name}@example.org`),
      await changeAddress(person, `unknown-${person.name}@example.org`),
    ];
    expect(new Set(responses.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect((await readMail(site, person.id, 'confirm-address')).to).toBe(`unknown-${person.name}@example.org`);
    const kinds = (await site.services.vault.findAccount(person.id))?.mails.map(({ kind, to }) => [kind, to]);
    expect(kinds).toEqual([['confirm-address', `unknown-${person.name}@example.org`]]);
  });

  test('rejects confirming an address that someone else has since registered', async () => {
    const person = await createPersonWithPassword(site);
    await changeAddress(person, 'wanted-by-two@example.org');
    const mail = await readMail(site, person.id, 'confirm-address');
    await register(site, 'Quicker', 'wanted-by-two@example.org');
    expect(await followConfirmation(site, person.id, mail)).toBe('/verify?success=false');
    expect(await readAddress(person.id)).toBe(`${person.name}@example.org`);
  });

  test('rejects a new address without the password or in an invalid format', async () => {
    const person = await createPersonWithPassword(site);
    expect((await changeAddress(person, 'a@example.org', 'not his')).json).toMatchObject({ code: 'password-wrong' });
    expect((await changeAddress(person, 'no address')).json).toMatchObject({ code: 'email-invalid' });
    expect(await readMails(site, person.id, 'confirm-address')).toEqual([]);
  });
});

describe('account archive', () => {
  test('an archive contains the account, its sessions and all posts, including deleted ones', async () => {
    const person = await createPersonWithPassword(site);
    const visibleThread = await site.createThread(person, { title: 'His thread', content: 'With "quotes" and\nlines' });
    const deletedThread = await site.createThread(person, { title: 'His deleted one' });
    await site.perform('DELETE', `/forums/threads/${deletedThread}`, undefined, { as: person });
    const reply = await site.createReply(visibleThread, person, 'His reply');
    await site.createReply(visibleThread, site.other, 'A reply of another');
    const { headers, account, accountText } = await readAccountArchive(site, person);
    expect(headers['content-type']).toBe('application/zip');
    expect(headers['content-disposition']).toMatch(
      new RegExp(`^attachment; filename="guildhall-${person.name}-\\d{4}-\\d\\d-\\d\\d\\.zip"$`),
    );
    expect(accountText).not.toContain('A reply of another');
    expect(accountText).not.toContain('argon2');
    expect(account).toMatchObject({
      account: { id: person.id, username: person.name, email: `${person.name}@example.org`, two_step: false },
      sessions: [{ user_agent: 'test' }],
      threads: [
        { id: visibleThread, title: 'His thread', content: 'With "quotes" and\nlines', deleted: false },
        { id: deletedThread, title: 'His deleted one', deleted: true, solution_id: null },
      ],
      replies: [{ id: reply, thread_id: visibleThread, content: 'His reply', deleted: false }],
    });
  });

  test("an archive contains each session's last use, the last visit and the two-step login", async () => {
    const person = await createPersonWithPassword(site);
    const [usedAt, seenAt] = ['2100-01-01T00:00:00.000Z', '2026-02-02T00:00:00.000Z'];
    const twoStep = { secret: generateSecret(), on: false, lastStep: 0, recovery: [] };
    await site.services.vault.editAccount(person.id, () => ({ seenAt, twoStep }));
    const [session] = await site.services.vault.listSessions(person.id);
    await site.services.vault.useSession(session?.id ?? '', usedAt, usedAt);
    expect((await readAccountArchive(site, person)).account).toMatchObject({
      account: { last_seen: seenAt, two_step: false },
      sessions: [{ created_at: session?.createdAt, used_at: usedAt, expires_at: usedAt }],
    });
  });

  test('an archive contains the email pause, and the pending and failed deliveries', async () => {
    const person = await createPersonWithPassword(site);
    const pause = { at: '2026-02-02T00:00:00.000Z', reason: 'No such mailbox' };
    const dueAt = '2100-01-01T00:00:00.000Z';
    await site.services.vault.editAccount(person.id, ({ email }) => ({ emailPause: { address: email, ...pause } }));
    await site.services.vault.addDeliveries([createDelivery(person.id, 'weekly', { dueAt })]);
    await site.services.vault.saveFailedDelivery(buildFailedDelivery(person.id, pause.at));
    expect((await readAccountArchive(site, person)).account).toMatchObject({
      account: { email_pause: pause },
      deliveries: [{ channel: 'email', subject: 'weekly', due_at: dueAt }],
      failed_deliveries: [{ channel: 'email', subject: 'thread:7', failed_at: pause.at, reason: 'no' }],
    });
  });

  test('an archive contains many pages of posts in chronological order', async () => {
    const person = await createPersonWithPassword(site);
    const thread = await site.createThread(person);
    const ids: number[] = [];
    for (let i = 0; i < 450; i++) ids.push(await site.createReply(thread, person, `Reply ${i}`));
    const { account } = await readAccountArchive<{ replies: { id: number }[] }>(site, person);
    expect(account.replies.map(({ id }) => id)).toEqual(ids);
  });

  test('an archive contains many pages of wall posts, follows and reactions, newest first', async () => {
    const person = await createPersonWithPassword(site);
    const as = { as: person };
    const thread = await site.createThread();
    await site.perform('PUT', '/forums/reactions', { kind: 'thread', id: thread, emoji: 'wow' }, as);
    await site.perform('POST', '/profile/Steve/follow', undefined, as);
    await site.perform('POST', `/profile/${person.name}/follow`, undefined, { as: site.other });
    const wallPosts: { id: number; content: string }[] = [];
    for (let n = 0; n < 205; n++) {
      const content = `On the wall ${n}`;
      const { id } = await site.perform('POST', '/profile/Steve/posts', { content }, as);
      wallPosts.unshift({ id, content });
    }
    const { account } = await readAccountArchive<{ wall_posts: unknown[] }>(site, person);
    expect(account.wall_posts).toHaveLength(205);
    expect(account).toMatchObject({
      wall_posts: wallPosts.map((wallPost) => ({
        owner_id: site.member.id,
        reply_to: null,
        deleted: false,
        ...wallPost,
      })),
      following: [{ user_id: site.member.id, username: 'Steve' }],
      reactions: [{ kind: 'thread', id: thread, thread_id: thread, emoji: 'wow' }],
    });
    expect(JSON.stringify(account)).not.toContain('Robin');
  });

  test('an archive contains watches, ignored and muted members and notifications', async () => {
    const person = await createPersonWithPassword(site);
    const as = { as: person };
    const thread = await site.createThread();
    await site.perform('PUT', '/forums/watches', { kind: 'thread', id: thread, level: 'muted' }, as);
    await site.perform('PUT', '/forums/watches', { kind: 'section', id: site.section, level: 'watching' }, as);
    await site.perform('POST', '/profile/Steve/ignore', undefined, as);
    await site.perform('POST', '/profile/Steve/mute', undefined, as);
    await site.perform('PUT', '/notifications/choices', { wall: false }, as);
    await site.perform('PUT', '/notifications/settings', { time_zone: 'Asia/Kathmandu' }, as);
    const { account } = await readAccountArchive<Record<string, unknown[]>>(site, person);
    expect(account).toMatchObject({
      watches: [
        { kind: 'section', id: site.section, level: 'watching' },
        { kind: 'thread', id: thread, level: 'muted' },
      ],
      ignored: [{ user_id: site.member.id, username: 'Steve' }],
      muted: [{ user_id: site.member.id, username: 'Steve' }],
    });
    expect(account['notice_choices']).toContainEqual({ kind: 'wall', told: false, email: 'at-once', push: true });
    expect(account['notice_choices']).toContainEqual({ kind: 'solution', told: true, email: 'at-once', push: true });
    expect(account['time_zones']).toEqual([{ time_zone: 'Asia/Kathmandu' }]);
  });

  test('an archive omits erased members from follows, ignored and muted members', async () => {
    const person = await createPersonWithPassword(site);
    const formerMember = await createPersonWithPassword(site);
    for (const list of ['follow', 'ignore', 'mute']) {
      for (const { name } of [formerMember, site.member]) {
        await site.perform('POST', `/profile/${name}/${list}`, undefined, { as: person });
      }
    }
    await site.perform(
      'DELETE',
      '/account',
      { password: getPassword(formerMember.name), texts: 0 },
      { as: formerMember },
    );
    const steve = { user_id: site.member.id, username: 'Steve' };
    expect((await readAccountArchive(site, person)).account).toMatchObject({
      following: [steve],
      ignored: [steve],
      muted: [steve],
    });
    expect((await site.get<{ id: number }[]>('/muted', person)).map(({ id }) => id)).toEqual([site.member.id]);
  });

  test('a member without any posts can export an archive', async () => {
    const person = await site.createMember(site.createName());
    expect((await readAccountArchive(site, person)).account).toMatchObject({ threads: [], replies: [] });
  });
});
