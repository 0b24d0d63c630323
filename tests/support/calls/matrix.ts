import { randomInt } from 'node:crypto';
import { createNewAccount } from '@guildhall/server/accounts/accounts.js';
import { testContext, makeAdmin } from '@guildhall/server/testing/services.js';
import { setTimeout as sleep } from 'node:timers/promises';
import type { HttpResponse } from '../site/exchange.js';
import type { Site, SiteMember } from '../site/site.js';
import { customKeys, isKey, isAllowedFor, type Needs, type Person } from './truth-table.js';
import { sendCall, findValidCall } from './valid-calls.js';

export class TestUsers {
  private readonly roles = new Map<string, number>();

  constructor(private readonly site: Site) {}

  async prepare(): Promise<void> {
    const { admin } = this.site;
    for (const permission of customKeys) {
      const { id } = await this.site.perform('POST', '/admin/roles', { name: this.site.createName() }, { as: admin });
      await this.site.perform('POST', `/admin/roles/${id}/permissions`, { permission }, { as: admin });
      this.roles.set(permission, id);
    }
  }

  /** A guest has a member's name, but no cookie. */
  async createOne(person: Person): Promise<SiteMember> {
    const { site } = this;
    if (person === 'author') return site.member;
    if (person === 'unverified') return this.createUnverified();
    const member = await site.createMember(site.createName());
    if (person === 'guest') return { ...member, cookie: '' };
    if (person === 'Admin') await makeAdmin(site.services, member.id);
    if (isKey(person)) {
      const command = { type: 'GiveRole', userId: member.id, roleId: this.roles.get(person) ?? 0 } as const;
      await site.services.commands.staff(command, null, testContext());
    }
    if (person === 'banned') await site.perform('POST', `/admin/ban/${member.id}`, {}, { as: site.admin });
    return member;
  }

  /** The account's owner has the password but cannot get a session. */
  private async createUnverified(): Promise<SiteMember> {
    const { site } = this;
    const name = site.createName();
    const password = 'a good password';
    const id = randomInt(2 ** 40, 2 ** 41);
    await site.services.vault.createAccount(createNewAccount(id, name, `${name}@example.org`, 'no password'));
    await site.services.commands.account({ type: 'Register', userId: id }, testContext());
    const member = { id, name, cookie: '' };
    await site.givePassword(member, password);
    const response = await site.send('POST', '/login', { email_or_username: name, password });
    const cookies = response.headers['set-cookie'] ?? [];
    const hasSession = cookies.some((cookie) => !cookie.startsWith('guildhall-pending='));
    if (response.status < 400 || hasSession) throw new Error('An unverified member was able to log in');
    return member;
  }
}

/** Returns null if the response matches the OpenAPI document. */
export async function findFault(
  site: Site,
  cast: TestUsers,
  name: string,
  needs: Needs,
  person: Person,
): Promise<string | null> {
  const sender = await cast.createOne(person);
  const guest = sender.cookie === '' || person === 'banned';
  // A sender with the permissions creates what a call needs. Only Admins may view the past (`at`), in any call.
  const {
    query: { at: _, ...query } = {},
    authorization: __,
    ...carried
  } = await findValidCall(name)(site, guest ? site.member : sender);
  // An earlier cell may have started a rebuild.
  while ((await site.services.projections.getStatus()).work) await sleep(5);
  const headBefore = await site.readHead();
  // A call open to everyone does not need a session, but may need another cookie.
  const ownSession = guest && needs !== 'open';
  const as = { cookie: ownSession ? sender.cookie : (carried.cookie ?? sender.cookie) };
  const response = await sendCall(site, name, { ...carried, query }, { as });
  const cell = `${name} by ${person}`;
  const outcome = `${response.status} ${response.text.slice(0, 80)}`;
  const expected = isAllowedFor(needs, person);
  if (isAllowed(response) !== expected)
    return `${cell}: ${expected ? 'allowed' : 'refused'} by the table, but ${outcome}`;
  if (expected) return null;
  if (![200, 400, 401, 403, 404].includes(response.status)) return `${cell}: refused with ${outcome}`;
  return (await site.readHead()) === headBefore ? null : `${cell}: refused, but the log moved`;
}

/** Every item of a bulk call must succeed. */
function isAllowed({ status, json }: HttpResponse): boolean {
  if (status >= 400) return false;
  const { results } = (json ?? {}) as { results?: unknown };
  const itemResults = Array.isArray(results) ? (results as { success?: boolean }[]) : [];
  return itemResults.every(({ success }) => success !== false);
}
