import type { PostRow } from '@guildhall/domain/wire/schemas/forum/posts.js';
import type { ThreadRow } from '@guildhall/domain/wire/schemas/forum/threads.js';
import { beforeAll, describe, expect, test } from 'vitest';
import { type SiteMember, testSite } from '../../support/site/site.js';

const site = testSite();
let member: SiteMember;

beforeAll(async () => {
  member = site.member;
});

const readReplies = (thread: number) => site.get<PostRow[]>(`/forums/posts/${thread}`);
const post = (body: object, key?: string, as: SiteMember | undefined = member) =>
  site.send('POST', '/forums/posts', body, { as, key });

describe('writing with an idempotency key', () => {
  test('executes a repeated command once and returns the same response each time', async () => {
    const thread_id = await site.createThread();
    const responses = [];
    for (let i = 0; i < 10; i++) responses.push(await post({ thread_id, content: 'Only once' }, 'one by one'));
    expect(new Set(responses.map(({ status, text }) => `${status} ${text}`))).toHaveLength(1);
    expect(responses[0]).toMatchObject({ status: 201, json: { success: true } });
    expect(new Set(responses.map(({ headers }) => headers['guildhall-position']))).toHaveLength(1);
    expect((await readReplies(thread_id)).map(({ id }) => id)).toEqual([(responses[0]?.json as { id: number }).id]);
  });

  test('executes a command only once if sent ten times at the same time', async () => {
    const thread_id = await site.createThread();
    const requests = Array.from({ length: 10 }, () => post({ thread_id, content: 'Only once' }, 'at once'));
    const responses = await Promise.all(requests);
    expect(new Set(responses.map(({ status, text }) => `${status} ${text}`))).toHaveLength(1);
    expect(responses[0]?.status).toBe(201);
    expect(await readReplies(thread_id)).toHaveLength(1);
  });

  test('accepts the same key from another member or for another call', async () => {
    const thread_id = await site.createThread();
    const key = 'the same for all';
    const ownReply = (await post({ thread_id, content: 'Mine' }, key)).json as { id: number };
    await post({ thread_id, content: 'Another one' }, key, site.other);
    await site.perform('PUT', `/forums/posts/${ownReply.id}`, { content: 'Edited' }, { as: member, key });
    await site.perform('PUT', `/forums/threads/${thread_id}`, { title: 'Edited', content: 'too' }, { as: member, key });
    const texts = (await readReplies(thread_id)).map(({ content, username }) => `${username}: ${content}`);
    expect(texts).toEqual(['Steve: Edited', 'Robin: Another one']);
    expect((await site.get<ThreadRow>(`/forums/threads/${thread_id}`)).title).toBe('Edited');
  });

  test('returns the same response after a server restart and writes nothing', async () => {
    const thread_id = await site.createThread();
    const firstResponse = await post({ thread_id, content: 'Before' }, 'over a restart');
    const head = await site.readHead();
    await site.restart();
    const after = await post({ thread_id, content: 'Before' }, 'over a restart');
    expect([after.status, after.text]).toEqual([firstResponse.status, firstResponse.text]);
    expect(await site.readHead()).toBe(head);
    expect(await readReplies(thread_id)).toHaveLength(1);
  });

  test('repeating a command does not undo later changes', async () => {
    const id = await site.createReply(await site.createThread());
    const edit = (content: string, key: string) =>
      site.perform('PUT', `/forums/posts/${id}`, { content }, { as: member, key });
    await edit('First', 'edit 1');
    await edit('Second', 'edit 2');
    await edit('First', 'edit 1');
    const thread = (await site.services.commands.state('post', id)) as { threadId: number };
    expect((await readReplies(thread.threadId))[0]?.content).toBe('Second');
  });

  test('a repeated command returns its first response, even if it would now be rejected', async () => {
    const thread_id = await site.createThread();
    const firstResponse = await post({ thread_id, content: 'In time' }, 'before the lock');
    await site.changeThread(thread_id, { locked: 1 });
    const repeatedResponse = await post({ thread_id, content: 'In time' }, 'before the lock');
    expect([repeatedResponse.status, repeatedResponse.text]).toEqual([firstResponse.status, firstResponse.text]);
  });

  test('rejects an idempotency key that is empty or longer than 200 characters', async () => {
    const thread_id = await site.createThread();
    for (const key of ['', 'x'.repeat(201)]) {
      const response = await post({ thread_id, content: 'Never' }, key);
      expect(response).toMatchObject({ status: 400, json: { code: 'validation', field: 'idempotency-key' } });
    }
    expect((await post({ thread_id, content: 'Fine' }, 'x'.repeat(200))).status).toBe(201);
  });
});

describe('refusal messages', () => {
  const readRefusal = async (call: Promise<{ status: number; json: unknown }>) => {
    const { status, json } = await call;
    return [status, (json as { error: string }).error];
  };
  const postThread = (body: object, as?: SiteMember) =>
    readRefusal(site.send('POST', '/forums/threads', { section_id: site.section, ...body }, { as }));

  test('rejects invalid threads with the specified messages', async () => {
    const refusal = [400, 'Please enter a title and content!'];
    expect(await postThread({ title: '', content: 'Text' }, member)).toEqual(refusal);
    expect(await postThread({ title: 'Title' }, member)).toEqual(refusal);
    expect(await postThread({ title: ' \n ', content: ' \t ' }, member)).toEqual(refusal);
    expect(await postThread({ title: 'Title', content: 'Text' })).toEqual([401, 'You must be logged in!']);
  });

  test('rejects invalid replies with the specified messages', async () => {
    const thread_id = await site.createThread();
    expect(await readRefusal(post({ thread_id, content: '  ' }))).toEqual([400, 'Type your reply!']);
    expect(await readRefusal(post({ thread_id }))).toEqual([400, 'Type your reply!']);
    const asGuest = site.send('POST', '/forums/posts', { thread_id, content: 'Hi' });
    expect(await readRefusal(asGuest)).toEqual([401, 'Login first!']);
  });

  test('rejects a thread directly in a section for subsections, with the specified message', async () => {
    const section_id = await site.createSection({ allow_threads_direct: 0 });
    const subsection_id = await site.createSubsection(section_id);
    const text = { title: 'A title', content: 'Text' };
    const words = [403, 'Threads are not allowed directly in this section.'];
    expect(await postThread({ section_id, subsection_id: null, ...text }, member)).toEqual(words);
    expect(await postThread({ section_id, ...text }, site.admin)).toEqual(words);
    const id = await site.createThread(member, { section_id, subsection_id });
    const move = { section_id, subsection_id: null };
    expect(await readRefusal(site.send('POST', `/forums/threads/${id}/move`, move, { as: site.admin }))).toEqual(words);
    await site.perform('DELETE', `/forums/subsections/${subsection_id}`, undefined, { as: site.admin });
    expect(await site.createThread(member, { section_id })).toBeGreaterThan(0); // No other place accepts threads.
  });

  test('rejects a subsection without its section, with an empty message', async () => {
    const section_id = await site.createSection();
    const place = { section_id: null, subsection_id: await site.createSubsection(section_id) };
    const id = await site.createThread(member, place);
    expect(await site.get<ThreadRow>(`/forums/threads/${id}`)).toMatchObject({ ...place, section_id });
    const list = `/forums/threads?subsection_id=${place.subsection_id}`;
    expect((await site.get<ThreadRow[]>(list)).map((row) => row.id)).toEqual([id]);

    const movedThreads = [await site.createThread(), await site.createThread()];
    await site.perform('POST', `/forums/threads/${movedThreads[0]}/move`, place, { as: site.admin });
    const bulkMove = { action: 'move', ids: [movedThreads[1]], ...place };
    await site.perform('POST', '/forums/threads/bulk', bulkMove, { as: site.admin });
    expect((await site.get<ThreadRow[]>(list)).map((row) => row.id).sort()).toEqual([id, ...movedThreads].sort());

    const text = { title: 'A title', content: 'Text' };
    expect(await postThread({ ...text, section_id: null, subsection_id: 123456789 }, member)).toEqual([
      404,
      'Not found.',
    ]);
    expect(await postThread({ ...text, section_id: null }, member)).toEqual([400, 'section_id: must be an id']);
    const refusal = await site.send('GET', '/forums/threads');
    expect([refusal.status, refusal.json]).toMatchObject([400, { field: 'section_id' }]);
    await site.hide(section_id, place.subsection_id);
    expect((await site.send('GET', list, undefined, { as: member })).status).toBe(404);
    expect(await postThread({ ...text, ...place }, member)).toEqual([404, 'Not found.']);
  });

  test('only members who can lock threads can reply to a locked thread', async () => {
    const thread_id = await site.createThread();
    await site.changeThread(thread_id, { locked: 1 });
    expect(await readRefusal(post({ thread_id, content: 'Hi' }))).toEqual([403, 'This thread is locked.']);
    expect((await post({ thread_id, content: 'Hi' }, undefined, site.admin)).status).toBe(201);
  });

  test('the response to an invalid request names the rejected field', async () => {
    const text = { section_id: site.section, title: 'A title', content: 'Text' };
    const send = (body: object) => site.send('POST', '/forums/threads', { ...text, ...body }, { as: member });
    expect((await send({ title: 'ab' })).json).toMatchObject({ code: 'title-length', field: 'title' });
    expect((await send({ content: 'x'.repeat(20_001) })).json).toMatchObject({ code: 'content-length' });
    expect((await send({ locked: 'yes' })).json).toMatchObject({ code: 'validation', field: 'locked' });
    expect((await send({ sticky: 1 })).json).toMatchObject({ code: 'forbidden', field: 'sticky' });
    expect((await send({ section_id: null })).json).toMatchObject({ code: 'validation', field: 'section_id' });
  });
});

describe('request body', () => {
  test("accepts only the caller's own id, as a number or numeric string", async () => {
    const thread_id = await site.createThread();
    const content = 'Whose?';
    for (const user_id of [member.id, String(member.id), null, '']) {
      expect((await post({ thread_id, user_id, content })).status).toBe(201);
    }
    const responses = [
      await post({ thread_id, user_id: site.other.id, content }),
      await site.send(
        'POST',
        '/forums/threads',
        { section_id: site.section, user_id: 1, title: 'Title', content },
        {
          as: member,
        },
      ),
    ];
    for (const { status, json } of responses) {
      expect(status).toBe(403);
      expect(json).toMatchObject({ code: 'not-yourself', field: 'user_id' });
    }
    expect(new Set((await readReplies(thread_id)).map(({ user_id }) => user_id))).toEqual(new Set([member.id]));
  });

  test('accepts flags as 1, 0 or booleans, and ids as numbers or numeric strings', async () => {
    const text = { title: 'A title', content: 'Text' };
    const body = { section_id: String(site.section), subsection_id: '', locked: 1, sticky: true, ...text };
    const { id } = await site.perform('POST', '/forums/threads', body, { as: site.admin });
    expect(await site.get(`/forums/threads/${id}`)).toMatchObject({ locked: true, sticky: true, subsection_id: null });
    await site.perform('PUT', `/forums/threads/${id}`, { ...text, locked: false, sticky: 0 }, { as: site.admin });
    expect(await site.get(`/forums/threads/${id}`)).toMatchObject({ locked: false, sticky: false });
  });

  test('stores content exactly, except for surrounding whitespace and lone surrogates', async () => {
    const thread_id = await site.createThread();
    const texts = ['\0 NUL', '😀 smile', 'a\ud800b', '  blanks  ', '__proto__', '[erased]', 'é\u0301'];
    for (const content of texts) await post({ thread_id, content });
    const contents = (await readReplies(thread_id)).map(({ content }) => content);
    expect(contents).toEqual(['\0 NUL', '😀 smile', 'a\ufffdb', 'blanks', '__proto__', '[erased]', 'é\u0301']);
  });

  test('rejects unknown icons, including inherited property names', async () => {
    for (const icon of ['toString', '__proto__', 'constructor', 'nothing']) {
      const response = await site.send(
        'POST',
        '/forums/sections',
        { name: site.createName(), icon },
        { as: site.admin },
      );
      expect(response).toMatchObject({ status: 400, json: { code: 'icon-unknown', field: 'icon' } });
    }
  });
});

describe('invisible content', () => {
  const invisibleText = '\u200b\u3164\u2800';

  test('rejects invisible content as empty in a title, in a post and on a wall', async () => {
    const place = { section_id: site.section };
    const thread_id = await site.createThread();
    const responses = [
      await site.send('POST', '/forums/threads', { ...place, title: invisibleText, content: 'Text' }, { as: member }),
      await site.send(
        'POST',
        '/forums/threads',
        { ...place, title: 'A title', content: invisibleText },
        { as: member },
      ),
      await post({ thread_id, content: invisibleText }),
      await site.send('POST', '/profile/Robin/posts', { content: invisibleText }, { as: member }),
    ];
    const refusalCodes = responses.map(({ status, json }) => [status, (json as { code: string }).code]);
    const [title, reply, wall] = ['title-and-content', 'reply-empty', 'type-something'];
    expect(refusalCodes).toEqual([title, title, reply, wall].map((code) => [400, code]));
  });

  test.each(['Two\nlines', 'A \u202eeltit'])(
    'rejects the title %j, which would change adjacent text',
    async (title) => {
      const body = { section_id: site.section, title, content: 'Text' };
      const response = await site.send('POST', '/forums/threads', body, { as: member });
      expect(response).toMatchObject({ status: 400, json: { code: 'one-line', field: 'title' } });
    },
  );
});
