import { join } from 'node:path';
import { openDatabase } from '@guildhall/event-store/sqlite/database.js';
import { describe, expect, it } from 'vitest';
import { runGuildhall } from '../support/processes/command-line.js';
import { readReplies } from '../support/processes/posting.js';
import { createFreshSite } from '../support/processes/server-process.js';
import { createThread, Person, registerPerson, reply } from '../support/site/member.js';

const newSite = createFreshSite();
const runCommandLine = (...words: string[]) => runGuildhall(words, newSite);

describe('command line', () => {
  it('shows, rebuilds and verifies the projections with and without a running server', async () => {
    const site = await newSite.start();
    const anna = await registerPerson(site, 'Anna');
    const thread = await createThread(anna, 'To be rebuilt');
    await reply(anna, thread, 'And verified');

    const output = await runCommandLine('projections');
    expect(output).toMatchObject({ code: 0, output: expect.stringMatching(/generation +1\n/) as unknown });
    expect(output.output).toMatch(/checkpoint +\d{20} \(up to date\)\n/);
    expect(output.output).toMatch(/skipped +0 events\n/);
    await expectGoodWork(2);
    expect((await readReplies(anna, thread)).map(({ content }) => content)).toEqual(['And verified']);

    expect(await site.stop()).toBe(0);
    await expectGoodWork(3);
    await newSite.start();
    expect((await readReplies(anna, thread)).map(({ content }) => content)).toEqual(['And verified']);
  });

  async function expectGoodWork(generation: number): Promise<void> {
    const rebuildResult = await runCommandLine('rebuild');
    expect(rebuildResult).toMatchObject({
      code: 0,
      output: expect.stringContaining('The rebuilt views are live.') as unknown,
    });
    const verifyResult = await runCommandLine('verify');
    expect(verifyResult).toMatchObject({ code: 0, output: expect.stringMatching(/\nNo difference\.\n$/) as unknown });
    expect(verifyResult.output).toMatch(/^[1-9]\d* documents compared, up to \d{20}\n/);
    expect((await runCommandLine('projections')).output).toMatch(new RegExp(`generation +${generation}\\n`));
  }

  it('reports the only document that differs from the log until the views are rebuilt', async () => {
    const site = await newSite.start();
    const anna = await registerPerson(site, 'Anna');
    const thread = await createThread(anna, 'To be spoilt');
    const post = await reply(anna, thread, 'Twice counted');
    await site.stop();
    const views = openDatabase(join(newSite.dataDir, 'views-1.db'));
    const spoil = `UPDATE threads SET body = json_set(body, '$.replyCount', 2) WHERE id = ${thread}`;
    expect(views.prepare(spoil).run().changes).toBe(1);
    views.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    views.close();

    await newSite.start();
    const expectNamed = async () => {
      const { code, output } = await runCommandLine('verify');
      const differences = [`threads ${thread}: different (replyCount)`, '1 documents differ.'];
      expect({ code, lines: output.trim().split('\n').slice(1) }).toEqual({ code: 1, lines: differences });
    };
    await expectNamed();
    await newSite.server?.stop();
    await expectNamed();
    expect((await runCommandLine('rebuild')).code).toBe(0);
    expect(await runCommandLine('verify')).toMatchObject({ code: 0 });
    await newSite.start();
    expect((await readReplies(anna, thread)).map(({ id }) => id)).toEqual([post]);
    expect((await anna.call('GET', `/forums/threads/${thread}`)).body).toMatchObject({ reply_count: 1 });
  });

  it('creates the first Admin only once while no server is running', async () => {
    const create = (name: string, password = 'long enough') => {
      const options = ['--username', name, '--email', `${name}@example.org`, '--password', password];
      return runCommandLine('admin', 'create', ...options);
    };
    expect(await create('anna', 'short')).toEqual({ code: 1, output: 'A password must have 8 to 128 characters.\n' });
    expect(await create('anna')).toEqual({ code: 0, output: 'anna is now an Admin.\n' });
    expect(await create('bram')).toEqual({ code: 1, output: 'There is already an Admin.\n' });
    const site = await newSite.start();
    const anna = new Person(site.url);
    await anna.logIn('anna', 'long enough');
    expect(anna.me).toMatchObject({ is_admin: true });
    const inUseMessage = `The event log ${join(newSite.dataDir, 'log.db')} is in use by process ${site.child.pid}\n`;
    expect(await create('cora')).toEqual({ code: 1, output: inUseMessage });
  });
});
