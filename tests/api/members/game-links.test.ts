import type {
  MembersGameAccounts,
  NewGameCode,
  OwnGameAccounts,
} from '@guildhall/domain/wire/schemas/games/accounts.js';
import type { Profile } from '@guildhall/domain/wire/schemas/members/profiles.js';
import type { AuditRow } from '@guildhall/domain/wire/schemas/staff/audit.js';
import { beforeAll, expect, test, vi } from 'vitest';
import { readAccountArchive } from '../../support/site/account-archive.js';
import { createPersonWithPassword } from '../../support/site/people.js';
import { buildJavaAccount } from '../../support/site/game-server.js';
import { TestProgram } from '../../support/site/program.js';
import { testSite, type SiteMember } from '../../support/site/site.js';

const site = testSite();
let server: Awaited<ReturnType<typeof TestProgram.createForGameServer>>;
let accounts = 0;
beforeAll(async () => {
  server = await TestProgram.createForGameServer(site);
  await setMax(2);
});

const setMax = (max: number) => site.perform('PUT', '/admin/settings', { game_accounts: max }, { as: site.admin });
const link = (code: string, account: object) => server.send('POST', '/game/links', { code, account });
const createPerson = () => site.createMember(site.createName());
const createAccount = () => buildJavaAccount(++accounts);
const createCode = async (as: SiteMember) =>
  (await site.perform<NewGameCode>('POST', '/account/game-code', undefined, { as })).code;
const readOwn = (as: SiteMember) => site.get<OwnGameAccounts>('/account/game-accounts', as);
const listNames = async (as: SiteMember) => (await readOwn(as)).accounts.map(({ name }) => name);
const buildRefusal = ({ status, json }: { status: number; json: unknown }) => [status, (json as { code: string }).code];

async function linkAccount(person: SiteMember): Promise<{ id: number; account: ReturnType<typeof createAccount> }> {
  const account = createAccount();
  const { status } = await link(await createCode(person), account);
  expect(status).toBe(200);
  const { id = 0 } = (await readOwn(person)).accounts.find(({ name }) => name === account.name) ?? {};
  return { id, account };
}

test("links the account in which a member's code is entered, and shows it on their profile", async () => {
  const person = await createPerson();
  const account = createAccount();
  const code = await createCode(person);
  const response = await link(` ${code.slice(0, 4).toLowerCase()}-${code.slice(4)}`, account);
  expect([response.status, response.json]).toEqual([200, { member: { id: person.id, username: person.name } }]);
  const [row, ...others] = (await readOwn(person)).accounts;
  expect(others).toEqual([]);
  expect(row).toMatchObject({ name: account.name, edition: 'java', login_mode: 'online', former_names: [] });
  const shownAccounts = [{ id: row?.id, name: account.name, edition: 'java', head: null }];
  expect((await site.get<Profile>(`/profile/${person.name}`)).game_accounts).toEqual(shownAccounts);
  const list = await site.get<MembersGameAccounts>(`/game-accounts?members=${person.id},${site.other.id}`);
  expect(list).toEqual([{ user_id: person.id, accounts: shownAccounts }]);
});

test('a repeated call with the same code and account succeeds, and with another account is refused', async () => {
  const person = await createPerson();
  const [code, account] = [await createCode(person), createAccount()];
  const responses = await Promise.all([1, 2, 3].map(() => link(code, account)));
  expect(responses.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(buildRefusal(await link(code, createAccount()))).toEqual([400, 'code-invalid']);
  expect(await listNames(person)).toEqual([account.name]);
});

test('links one of several accounts that use a code at the same time', async () => {
  const person = await createPerson();
  const code = await createCode(person);
  const responses = await Promise.all([1, 2, 3].map(() => link(code, createAccount())));
  expect(responses.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
  expect(await listNames(person)).toHaveLength(1);
});

test('refuses unknown, replaced and expired codes, and an account that is linked to another member', async () => {
  const person = await createPerson();
  const account = createAccount();
  const replacedCode = await createCode(person);
  const code = await createCode(person);
  expect(buildRefusal(await link('AAAAAAAA', account))).toEqual([400, 'code-invalid']);
  expect(buildRefusal(await link(replacedCode, account))).toEqual([400, 'code-invalid']);
  const { account: takenAccount } = await linkAccount(await createPerson());
  expect(buildRefusal(await link(code, takenAccount))).toEqual([400, 'already-linked']);
  const { code: old } = await site.services.gameCodes.create({ userId: person.id }, Date.now() - 600_001);
  expect(buildRefusal(await link(old, account))).toEqual([400, 'code-expired']);
  expect(await listNames(person)).toEqual([]);
});

test('a member can link as many accounts as the settings allow, and unlinking one makes room', async () => {
  const person = await createPerson();
  const { id } = await linkAccount(person);
  const extra = await createCode(person);
  await linkAccount(person);
  const full = await site.send('POST', '/account/game-code', undefined, { as: person });
  expect(buildRefusal(full)).toEqual([409, 'game-accounts-full']);
  expect(buildRefusal(await link(extra, createAccount()))).toEqual([400, 'code-invalid']);
  await site.perform('DELETE', `/account/game-accounts/${id}`, undefined, { as: person });
  await linkAccount(person);
  expect(await listNames(person)).toHaveLength(2);
  const [listedAccount] = (await readOwn(person)).accounts;
  const byOther = await site.send('DELETE', `/account/game-accounts/${listedAccount?.id}`, undefined, {
    as: site.other,
  });
  expect(byOther.status).toBe(404);
});

test('a code remains valid if it is refused because the member has linked enough accounts', async () => {
  await setMax(1);
  try {
    const person = await createPerson();
    const [code, account] = [await createCode(person), createAccount()];
    const offeredCode = await server.send('POST', '/game/codes', { account: createAccount() });
    await site.perform(
      'POST',
      '/account/game-accounts',
      { code: (offeredCode.json as { code: string }).code },
      { as: person },
    );
    expect(buildRefusal(await link(code, account))).toEqual([409, 'game-accounts-full']);
    await setMax(2);
    expect((await link(code, account)).status).toBe(200);
  } finally {
    await setMax(2);
  }
});

test("a member can repeat an unlinking, and the ended link's code cannot be used again", async () => {
  const person = await createPerson();
  const [code, account] = [await createCode(person), createAccount()];
  await link(code, account);
  const path = `/account/game-accounts/${(await readOwn(person)).accounts[0]?.id}`;
  for (const _ of [1, 2])
    expect((await site.send('DELETE', path, undefined, { as: person, key: 'unlink' })).status).toBe(200);
  expect(buildRefusal(await link(code, account))).toEqual([400, 'code-invalid']);
  expect(await listNames(person)).toEqual([]);
});

test("a member's code is invalid if they have since been banned", async () => {
  const person = await createPerson();
  const code = await createCode(person);
  await site.perform('POST', `/admin/ban/${person.id}`, {}, { as: site.admin });
  expect(buildRefusal(await link(code, createAccount()))).toEqual([400, 'code-invalid']);
});

test('a game server can neither replace the codes of other servers nor use up their tries', async () => {
  const hostile = await TestProgram.createForGameServer(site);
  const [person, account] = [await createPerson(), createAccount()];
  const offeredCode = await server.send('POST', '/game/codes', { account });
  await hostile.send('POST', '/game/codes', { account });
  const { code } = offeredCode.json as { code: string };
  await site.perform('POST', '/account/game-accounts', { code }, { as: person });
  expect(await listNames(person)).toEqual([account.name]);
});

test("a player enters their account's code on the site", async () => {
  const person = await createPerson();
  const account = createAccount();
  const offeredCode = await server.send('POST', '/game/codes', { account });
  const { code } = offeredCode.json as { code: string };
  expect(offeredCode.json).toMatchObject({ member: null });
  // Another account cannot enter it in the game.
  expect(buildRefusal(await link(code, createAccount()))).toEqual([400, 'code-invalid']);
  await site.perform('POST', '/account/game-accounts', { code }, { as: person });
  expect(await listNames(person)).toEqual([account.name]);
  const stolen = await site.send('POST', '/account/game-accounts', { code }, { as: site.other });
  expect(buildRefusal(stolen)).toEqual([400, 'code-invalid']);
  const again = await server.send('POST', '/game/codes', { account });
  expect(again.json).toEqual({ code: null, expires_at: null, member: { id: person.id, username: person.name } });
  const member = await createCode(person);
  const ownCode = await site.send('POST', '/account/game-accounts', { code: member }, { as: person });
  expect(buildRefusal(ownCode)).toEqual([400, 'code-invalid']);
});

test('a code that one server created is accepted by another, and both show the account', async () => {
  const second = await site.startSecond();
  try {
    const person = await createPerson();
    const account = createAccount();
    const { code } = await second.services.gameCodes.create({ userId: person.id });
    expect((await link(code, account)).status).toBe(200);
    expect(await listNames(person)).toEqual([account.name]);
    await vi.waitFor(async () => {
      const linkedAccounts = await second.services.gameAccounts.findByMembers([person.id]);
      expect(linkedAccounts.get(person.id)?.map(({ name }) => name)).toEqual([account.name]);
    });
  } finally {
    await second.stop();
  }
});

test("an archive contains a member's accounts with former names and link dates, bans and sessions", async () => {
  const person = await createPersonWithPassword(site);
  const { id, account } = await linkAccount(person);
  const run = (action: string, body: object) =>
    site.perform('POST', `/admin/game-accounts/${id}/${action}`, body, { as: site.admin });
  await run('ban', { reason: 'Griefing', until: '2100-01-01T00:00:00.000Z' });
  await run('unban', {});
  const { gameAccounts, playerSessions } = site.services;
  const now = Date.now();
  const at = (hours: number) => new Date(now + hours * 3_600_000).toISOString();
  await playerSessions.record(id, server.serverId, { kind: 'join', at: at(-2) }, now);
  await playerSessions.record(id, server.serverId, { kind: 'leave', at: at(-1) }, now);
  const { login_mode: _, ...player } = account;
  const renamedPlayer = { ...player, edition: 'java', loginMode: 'online', name: 'Renamed' } as const;
  await gameAccounts.resolve(renamedPlayer, server.serverId, at(1));
  const readArchive = async () => (await readAccountArchive<Record<string, unknown>>(site, person)).account;
  const archive = await readArchive();
  expect(archive['game_accounts']).toEqual([
    {
      id,
      edition: 'java',
      login_mode: 'online',
      uuid: account.uuid,
      name: 'Renamed',
      former_names: [{ name: account.name, until: at(1) }],
      seen_at: at(1),
      linked_at: expect.stringMatching(/^\d{4}-.*Z$/) as string,
      unlinked_at: null,
    },
  ]);
  const banEntry = { account_id: id, at: expect.stringMatching(/^\d{4}-.*Z$/) as string };
  expect(archive['game_bans']).toEqual([
    { ...banEntry, kind: 'ban', reason: 'Griefing', until: '2100-01-01T00:00:00.000Z' },
    { ...banEntry, kind: 'unban' },
  ]);
  expect(archive['game_sessions']).toEqual([
    {
      account_id: id,
      server: expect.any(String) as string,
      joined_at: at(-2),
      left_at: at(-1),
      seen_at: at(-1),
    },
  ]);
  await site.perform('DELETE', `/admin/game-accounts/${id}`, { reason: 'Shared' }, { as: site.admin });
  const { game_accounts, game_sessions } = await readArchive();
  const [exportedAccount] = archive['game_accounts'] as object[];
  expect(game_accounts).toEqual([{ ...exportedAccount, unlinked_at: expect.stringMatching(/^\d{4}-.*Z$/) as string }]);
  expect(game_sessions).toEqual(archive['game_sessions']);
});

test('staff unlink an account, which is audited and can be undone', async () => {
  const person = await createPerson();
  const { id, account } = await linkAccount(person);
  const byMember = await site.send('DELETE', `/admin/game-accounts/${id}`, {}, { as: site.other });
  expect(byMember.status).toBe(404);
  const body = { reason: 'Not theirs' };
  const { acts } = await site.perform<{ acts: string[] }>('DELETE', `/admin/game-accounts/${id}`, body, {
    as: site.admin,
  });
  expect(await listNames(person)).toEqual([]);
  await site.perform('POST', `/admin/audit/${acts[0]}/undo`, {}, { as: site.admin });
  expect(await listNames(person)).toEqual([account.name]);
  const audit = await site.get<AuditRow[]>('/admin/audit?kind=GameAccountUnlinked', site.admin);
  expect(audit[0]).toMatchObject({
    kind: 'GameAccountUnlinked',
    reason: 'Not theirs',
    subject: { kind: 'player', id, name: account.name },
    person: { id: person.id },
  });
});

test('staff see the accounts that a member had linked at a past time', async () => {
  const [person, other] = [await createPerson(), await createPerson()];
  const { id, account } = await linkAccount(person);
  const at = new Date().toISOString();
  await vi.waitFor(() => expect(new Date().toISOString()).not.toBe(at));
  await site.perform('DELETE', `/account/game-accounts/${id}`, undefined, { as: person });
  expect((await link(await createCode(other), account)).status).toBe(200);
  const path = `/game-accounts?members=${person.id},${other.id}`;
  const listIds = (rows: MembersGameAccounts) => rows.map(({ user_id, accounts: of }) => [user_id, of[0]?.id]);
  expect(listIds(await site.get(path, site.admin))).toEqual([[other.id, id]]);
  expect(listIds(await site.get(`${path}&at=${at}`, site.admin))).toEqual([[person.id, id]]);
  expect((await site.send('GET', `${path}&at=${at}`, undefined, { as: person })).status).toBe(404);
});

test('only a game server can link accounts', async () => {
  const code = await createCode(await createPerson());
  for (const as of [undefined, site.member, site.admin]) {
    for (const [path, body] of [
      ['/game/links', { code, account: createAccount() }],
      ['/game/codes', { account: createAccount() }],
    ] as const)
      expect((await site.send('POST', path, body, { as })).status, path).toBe(as ? 404 : 401);
  }
});

test.each([
  { ...buildJavaAccount(1), uuid: 'x' },
  { ...buildJavaAccount(1), name: 'two\nlines' },
  { ...buildJavaAccount(1), name: '' },
  { ...buildJavaAccount(1), edition: 'pi' },
  { ...buildJavaAccount(1), login_mode: 'maybe' },
  {},
])('refuses the account %j with a clear error', async (account) => {
  for (const [path, body] of [
    ['/game/links', { code: 'AAAAAAAA', account }],
    ['/game/codes', { account }],
  ] as const) {
    const response = await server.send('POST', path, body);
    expect([response.status, response.json]).toMatchObject([
      400,
      { field: expect.stringMatching(/^account/) as string },
    ]);
  }
});

test('erasing a member removes their accounts, codes and sessions, and the player can link again', async () => {
  const person = await createPerson();
  const { id, account } = await linkAccount(person);
  const { playerSessions, vault } = site.services;
  await playerSessions.record(id, server.serverId, { kind: 'join', at: new Date().toISOString() });
  await createCode(person);
  await site.perform('POST', `/admin/delete/${person.id}`, { texts: false }, { as: site.admin });
  expect(await vault.findGameAccounts([id])).toEqual([]);
  expect(await vault.findPlayerSessionsBefore(id, null, 10)).toEqual([]);
  expect(await site.get<MembersGameAccounts>(`/game-accounts?members=${person.id}`)).toEqual([]);
  const next = await createPerson();
  expect((await link(await createCode(next), account)).status).toBe(200);
  expect(await listNames(next)).toEqual([account.name]);
});
