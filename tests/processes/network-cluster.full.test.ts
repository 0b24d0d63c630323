import { randomUUID } from 'node:crypto';
import { PeerCluster } from '@guildhall/event-store/testing/eventstoredb-peer/cluster.js';
import { findMongoUrl } from '@guildhall/projections/testing/mongo/mongodb.js';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFailed } from 'vitest';
import { createThread, Person, registerPerson } from '../support/site/member.js';
import { NetworkSite, waitUntil } from '../support/processes/network-site.js';
import { readReplies } from '../support/processes/posting.js';
import { verifyViews } from '../support/processes/verify-views.js';

const mongo = await findMongoUrl();

const electionMs = 1300; // How long three real nodes took.

describe.skipIf(!mongo)('site on a shared EventStoreDB cluster', () => {
  let cluster: PeerCluster;
  let site: NetworkSite;
  let admin: Person;

  beforeAll(async () => {
    cluster = await PeerCluster.start(electionMs);
    site = await NetworkSite.open(mongo ?? '', cluster.address.replace('?', '/blue?'));
    await site.startProjector();
    admin = await registerPerson(await site.startServer(), 'Admin');
  });
  beforeEach(() => onTestFailed(() => console.log(site.readOutput())));
  afterAll(async () => {
    await site.close();
    cluster.stop();
  });

  it.each(['hang', 'kill', 'resign'] as const)('neither loses nor duplicates a reply when leaders %s', async (loss) => {
    const threadId = await createThread(admin, `Leaders ${loss}`);
    const sent: string[] = [];
    const postSome = async () => {
      for (let n = 0; n < 10; n += 1) {
        const [content, key] = [`reply ${sent.length}`, randomUUID()];
        const post = () => admin.call('POST', '/forums/posts', { thread_id: threadId, content }, key);
        await waitUntil(post, ({ status }) => status === 201);
        sent.push(content);
      }
    };
    for (let round = 0; round < 2; round += 1) {
      await postSome();
      const lossDone = cluster[loss]();
      await postSome();
      await cluster.recover(lossDone);
    }
    const listShownTexts = async () => (await readReplies(admin, threadId)).map(({ content }) => content);
    expect(await waitUntil(listShownTexts, ({ length }) => length >= sent.length)).toEqual(sent);
  });

  it('a site on a shared cluster writes only to its own streams, and its views equal its log', async () => {
    expect(await verifyViews(admin)).toBe('No difference.');
    const streams = cluster.ledger.events.map(({ stream }) => stream).filter((stream) => !stream.startsWith('$'));
    expect(streams.filter((stream) => !stream.startsWith('blue.'))).toEqual([]);
    const { metadata } = cluster.ledger.events.findLast(({ type }) => type === 'ReplyPosted.v1') ?? {};
    expect(JSON.parse(Buffer.from(metadata ?? []).toString())).toMatchObject({
      $correlationId: expect.any(String) as string,
      $causationId: expect.any(String) as string,
    });
  });
});
