import { describe, expect, test } from 'vitest';
import { testSite } from '../../support/site/site.js';

const site = testSite();

const password = 'a good password';
const logIn = (email_or_username: string, typed = password) =>
  site.send('POST', '/login', { email_or_username, password: typed });
const register = (username: string, email: string, typed = password) =>
  site.send('POST', '/register', { username, email, password: typed, confirm_password: typed });
const readAccount = (login: string) => site.services.vault.findAccountByLogin(login);
const verify = async (login: string) => {
  const { id } = (await readAccount(login))!;
  await site.services.vault.editAccount(id, () => ({ verified: true }));
};

describe('finding a member by a typed name', () => {
  test.each([
    ['surrounded by spaces', (name: string) => ` ${name}\t`],
    ['in a different case', (name: string) => name.toUpperCase()],
    ['with a no-break space', (name: string) => `\u00a0${name}\u3000`],
    ['with direction marks, as copied from right-to-left text', (name: string) => `\u200f${name}\u202c`],
    [
      'in letters of full width',
      (name: string) => name.replaceAll(/[!-~]/g, (character) => String.fromCharCode(character.charCodeAt(0) + 0xfee0)),
    ],
  ])('finds a name that was typed with %s', async (_, typed) => {
    const member = await site.createMember(site.createName());
    await site.givePassword(member, password);
    const typedName = typed(member.name);
    expect((await logIn(typedName)).status).toBe(200);
    const path = encodeURIComponent(typedName);
    expect((await site.send('GET', `/profile/${path}`)).status).toBe(200);
    const members = await site.get<{ id: number }[]>(`/usernames?search=${path}`);
    expect(members).toHaveLength(1);
    const audit = await site.send('GET', `/admin/audit?target=${path}`, undefined, { as: site.admin });
    expect(audit.status).toBe(200);
    const refusal = await register(typedName, `${site.createName()}@example.org`);
    expect(refusal.json).toMatchObject({ code: 'username-taken' });
  });
});

describe('addresses with an international domain', () => {
  test.each([
    ['German', 'anna@münchen.example', 'anna@xn--mnchen-3ya.example'],
    ['Greek', 'anna@παράδειγμα.example', 'anna@xn--hxajbheg2az3al.example'],
    ['Russian', 'anna@пример.испытание', 'anna@xn--e1afmkfd.xn--80akhbyknj4f'],
    ['Chinese', 'anna@例子.测试', 'anna@xn--fsqu00a.xn--0zwm56d'],
    ['Arabic', 'anna@مثال.إختبار', 'anna@xn--mgbh0fb.xn--kgbechtv'],
    ['Hindi', 'anna@उदाहरण.परीक्षा', 'anna@xn--p1b6ci4b4b3a.xn--11b5bs3a9aj6g'],
  ])('treats all forms of an address in %s as the same and shows the readable form', async (_, readable, ascii) => {
    const decomposedText = readable.normalize('NFD');
    const name = site.createName();
    expect((await register(name, ` ${ascii} `)).status).toBe(201);
    expect((await readAccount(name))?.email).toBe(readable);
    await verify(name);
    for (const typed of [readable, ascii, decomposedText, readable.toUpperCase(), ` ${readable} `]) {
      const { status, json } = await logIn(typed);
      expect([typed, status]).toEqual([typed, 200]);
      expect((json as { user: { email: string } }).user.email).toBe(readable);
      const otherName = site.createName();
      expect((await register(otherName, typed)).status).toBe(201);
      expect((await readAccount(otherName))?.email).not.toBe(readable);
    }
  });

  test.each(['anna@mün chen.example', 'anna@ü', 'anna@ü@b.example', 'ännä@b.example'])(
    'rejects an address in the invalid form %s',
    async (email) => {
      expect((await register(site.createName(), email)).json).toMatchObject({ code: 'email-invalid', field: 'email' });
    },
  );
});

describe('normalising passwords', () => {
  const [composedText, decomposedText] = ['caf\u00e9 \u1ec7t', 'cafe\u0301 e\u0323\u0302t'].map(
    (word) => `${word} au lait`,
  ) as [string, string];
  /** Hashes the decomposed Unicode form, which the product no longer creates. */
  const hashAsTyped =
    '$argon2id$v=19$m=1024,t=1,p=4$k2OLni5yssegIfGri3/vmg$iBtZSKrVfgkxURuoIVdAN72khmY/EbeOS0Cw/hvgn7Q';

  test("the next login stores an old password's normalised form", async () => {
    const member = await site.createMember(site.createName());
    await site.services.vault.editAccount(member.id, () => ({ passwordHash: hashAsTyped }));
    expect((await logIn(member.name, composedText)).status).toBe(401);
    expect((await logIn(member.name, decomposedText)).status).toBe(200);
    expect((await readAccount(member.name))?.passwordHash).not.toBe(hashAsTyped);
    expect((await logIn(member.name, composedText)).status).toBe(200);
    expect((await logIn(member.name, decomposedText)).status).toBe(200);
  });

  test('a password stored without normalisation can be changed', async () => {
    const member = await site.createMember(site.createName());
    await site.services.vault.editAccount(member.id, () => ({ passwordHash: hashAsTyped }));
    const body = {
      current_password: decomposedText,
      password: `${composedText}!`,
      confirm_password: `${decomposedText}!`,
    };
    expect((await site.send('POST', '/password/change', body, { as: member })).status).toBe(200);
    expect((await logIn(member.name, `${decomposedText}!`)).status).toBe(200);
  });

  test("measures a password's length in its normalised form", async () => {
    const shortPassword = 'e\u0301'.repeat(7);
    expect((await register(site.createName(), `${site.createName()}@example.org`, shortPassword)).json).toMatchObject({
      code: 'password-length',
    });
    const long = 'e\u0301'.repeat(128);
    const name = site.createName();
    expect((await register(name, `${name}@example.org`, long)).status).toBe(201);
    await verify(name);
    expect((await logIn(name, long)).status).toBe(200);
  });

  test('preserves the spaces around a password', async () => {
    const member = await site.createMember(site.createName());
    await site.givePassword(member, ` ${password}`);
    expect((await logIn(member.name)).status).toBe(401);
  });
});
