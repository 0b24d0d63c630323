import { findMongoUrl } from '@guildhall/projections/testing/mongo/mongodb.js';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFailed } from 'vitest';
import { NetworkSite, waitUntil } from '../support/processes/network-site.js';
import type { ServerProcess } from '../support/processes/server-process.js';
import { createGameServerKey } from '../support/site/game-server.js';
import { getEmail, readLink, getPassword, Person, registerPerson } from '../support/site/member.js';

const mongo = await findMongoUrl();
const identifier = 'ea283120d753347990329e51bbc1b8c0';

interface Command {
  id: number;
  command: string;
}

describe.skipIf(!mongo)('NamelessMC’s plugin on a site with two servers', () => {
  let site: NetworkSite;
  beforeAll(async () => {
    site = await NetworkSite.open(mongo ?? '');
    await site.startProjector();
  });
  beforeEach(() => onTestFailed(() => console.log(site.readOutput())));
  afterAll(() => site.close());

  it('can send each call to a different server', async () => {
    const [first, second] = [await site.startServer(), await site.startServer()];
    const admin = await registerPerson(first, 'Mila');
    const { id: vip } = await admin.perform('POST', '/admin/roles', { name: 'VIP' });
    const key = await createGameServerKey(admin, 'Survival', { ranks: [{ role_id: vip, rank: 'vip' }] });
    const call = async (server: ServerProcess, method: string, path: string, body?: object) => {
      const response = await fetch(`${server.url}/index.php?route=/api/v2/${path}`, {
        method,
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        ...(body && { body: JSON.stringify(body) }),
      });
      const json = (await response.json()) as Record<string, unknown>;
      if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${JSON.stringify(json)}`);
      return json;
    };
    const listCommands = async (server: ServerProcess) => {
      const { customers } = await call(server, 'GET', 'store/pending-commands&connection_id=1');
      return (customers as { commands: Command[] }[]).flatMap(({ commands }) => commands);
    };

    await call(first, 'POST', 'users/register', { username: 'Alex', email: getEmail('Alex') });
    const { searchParams } = new URL(await readLink(first, 'Alex', '/reset-password'));
    const alex = new Person(second.url);
    const password = getPassword('Alex');
    const { user, token } = Object.fromEntries(searchParams);
    await alex.perform('POST', '/password/reset', { user, token, password, confirm_password: password });
    await alex.logIn('Alex');
    const { code } = await alex.perform('POST', '/account/game-code');
    const verification = { integration: 'Minecraft', identifier, username: 'AlexInGame', code };
    await call(first, 'POST', 'integration/verify', verification);

    const groups = { player_groups: { [identifier]: { groups: ['default', 'vip'] } } };
    await call(second, 'POST', 'minecraft/update-groups', groups);
    await waitUntil(
      () => call(first, 'GET', `users/integration_id:Minecraft:${identifier}`),
      (shown) => JSON.stringify(shown.groups).includes('VIP'),
    );

    await admin.perform('POST', `/admin/ban/${alex.me?.id}`, {});
    const pending = await waitUntil(
      () => listCommands(second),
      ({ length }) => length > 0,
    );
    expect(pending.map(({ command }) => command)).toEqual(['ban AlexInGame']);
    expect(await listCommands(first)).toEqual(pending);
    await call(first, 'POST', 'store/commands-executed', { commands: pending.map(({ id }) => id) });
    expect(await listCommands(second)).toEqual([]);
  });
});
