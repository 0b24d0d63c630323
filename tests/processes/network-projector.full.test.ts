import { findMongoUrl } from '@guildhall/projections/testing/mongo/mongodb.js';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFailed } from 'vitest';
import { createThread, registerPerson, type Person } from '../support/site/member.js';
import { NetworkSite, waitUntil, type ProjectorProcess } from '../support/processes/network-site.js';
import { freezeWithin, type Cut } from '../support/browser/page-cut.js';
import { createLedger, buildReply, readReplies, send, readShownCounts } from '../support/processes/posting.js';
import { rebuildViews, verifyViews } from '../support/processes/verify-views.js';

const mongo = await findMongoUrl();

/** Each entry contains what is interrupted, and after how many of its page's documents. */
const kills: [Cut['during'], (total: number) => number][] = [
  ['page', () => 0],
  ['page', () => 1],
  ['recovery', () => 1],
  ['page', (total) => Math.floor(total / 3)],
  ['recovery', () => 0],
  ['page', (total) => Math.floor(total / 2)],
  ['recovery', () => 2],
  ['page', (total) => total - 1],
  ['page', (total) => total],
];

describe.skipIf(!mongo)('projector process', () => {
  let site: NetworkSite;
  let projector: ProjectorProcess;
  let people: Person[];
  let admin: Person;
  let threads: number[];
  const replies = createLedger();

  beforeAll(async () => {
    site = await NetworkSite.open(mongo ?? '');
    projector = await site.startProjector();
    const server = await site.startServer();
    admin = await registerPerson(server, 'Admin');
    people = [admin, await registerPerson(server, 'Steve'), await registerPerson(server, 'Robin')];
    threads = [await createThread(admin, 'One'), await createThread(admin, 'Two')];
  });
  beforeEach(() => onTestFailed(() => console.log(site.readOutput())));
  afterAll(() => site.close());

  it('a projector killed between two documents of a page omits and repeats nothing', async () => {
    const cuts: string[] = [];
    for (const [during, documents] of kills) {
      await projector.kill();
      if (during === 'page') await postSome(); // This creates the page while no projector runs.
      await site.expireLease();
      projector = await site.startProjector();
      const frozenPage = await freezeWithin(projector.line, during, documents);
      cuts.push(
        `in a ${frozenPage.during} after ${frozenPage.written} of ${frozenPage.total || 'the remaining'} (last: ${frozenPage.last})`,
      );
    }
    console.log(`the projector was killed\n${cuts.join('\n')}`);
    await projector.kill();
    await site.expireLease();
    projector = await site.startProjector();
    await expectAll();
    expect(await verifyViews(admin)).toBe('No difference.');
  });

  it('a standby projector takes over from a killed one', async () => {
    const second = await site.startProjector();
    await postSome();
    await expectAll();
    const { epoch, holder } = await buildLease();
    expect(holder).toMatch(new RegExp(`:${projector.child.pid}$`));

    await projector.kill();
    await postSome();
    await expectAll();
    expect(await buildLease()).toEqual({
      epoch: epoch + 1,
      holder: expect.stringMatching(`:${second.child.pid}$`) as string,
    });
    expect(await verifyViews(admin)).toBe('No difference.');
    projector = second;
  });

  it('a projector suspended past its lease returns to standby without further writes', async () => {
    const sleeper = projector;
    sleeper.child.kill('SIGSTOP');
    projector = await site.startProjector();
    await postSome();
    await expectAll();
    const { holder } = await buildLease();
    expect(holder).toMatch(new RegExp(`:${projector.child.pid}$`));

    sleeper.child.kill('SIGCONT');
    await postSome();
    await expectAll();
    expect((await buildLease()).holder).toBe(holder);
    expect(sleeper.child.exitCode).toBeNull();
    expect(await sleeper.stop()).toBe(0);
    expect(await verifyViews(admin)).toBe('No difference.');
  });

  it.each(['stop', 'kill'] as const)(
    'a projector that ends during a rebuild leaves the job to the next one (%s)',
    async (end) => {
      const { line } = projector;
      const rebuildBegun = new Promise<void>((resolve) => {
        line.messageFilter = (command) => {
          // Nothing is posted, so this is a redo record for the new generation.
          if (command.collection === '_redo') resolve();
          return command;
        };
      });
      const leaseBefore = await buildLease();
      const outcome = rebuildViews(admin);
      await Promise.race([
        rebuildBegun,
        outcome.then(() => Promise.reject(new Error('The rebuild finished too early'))),
      ]);
      await projector[end]();
      expect((await admin.call('POST', '/admin/projections/verify')).status).toBe(409);
      await site.expireLease();
      projector = await site.startProjector();
      expect(await outcome).toBe('The rebuilt views are live.');
      expect((await buildLease()).epoch).toBe(leaseBefore.epoch + 1);
      await expectAll();
      expect(await verifyViews(admin)).toBe('No difference.');
    },
  );

  it('a stopped projector releases its lease', async () => {
    expect(await projector.stop()).toBe(0);
    const { expires } = (await site.openMeta().collection('leases').findOne({})) as unknown as { expires: number };
    expect(expires).toBe(0);
  });

  async function postSome(): Promise<void> {
    for (const [n, person] of [...people, ...people].entries())
      await send(replies, buildReply(person, threads[n % 2] ?? 0));
    expect([replies.unanswered, replies.refused]).toEqual([[], []]);
  }

  /** Expects each reply once, and correct counts. */
  async function expectAll(): Promise<void> {
    const all = replies.acknowledged;
    const listAllReplies = async () => (await Promise.all(threads.map((id) => readReplies(admin, id)))).flat();
    const rows = await waitUntil(listAllReplies, ({ length }) => length >= all.length);
    const formatLine = (thread: number, user: number | undefined, text: string) => `${thread} ${user} ${text}`;
    expect(rows.map((row) => formatLine(row.thread_id, row.user_id, row.content)).sort()).toEqual(
      all.map(({ threadId, person, content }) => formatLine(threadId, person.me?.id, content)).sort(),
    );
    const expectedState = {
      byThread: threads.map((id) => all.filter(({ threadId }) => threadId === id).length),
      bySection: threads.length + all.length,
      byMember: people.map(
        (member) => all.filter(({ person }) => person === member).length + (member === admin ? threads.length : 0),
      ),
    };
    const buildCounts = async () => {
      const { byThread, bySection, byMember } = await readShownCounts(admin, threads);
      return {
        byThread: threads.map((id) => byThread.get(id)),
        bySection: bySection.get('community'),
        byMember: people.map(({ me }) => byMember.get(me?.id ?? 0)),
      };
    };
    // A page's documents are written sequentially, so a reader may see only some of them at first.
    await waitUntil(buildCounts, (counts) => JSON.stringify(counts) === JSON.stringify(expectedState)).catch(
      () => undefined,
    );
    expect(await buildCounts()).toEqual(expectedState);
  }

  async function buildLease(): Promise<{ epoch: number; holder: string }> {
    const { epoch, holder } = (await site.openMeta().collection('leases').findOne({})) as unknown as {
      epoch: number;
      holder: string;
    };
    return { epoch, holder };
  }
});
