/** Uses the generated types as an outside developer would, and prints what it did as one line of JSON. */
import createClient from 'openapi-fetch';
import type { components, paths } from './schema.js';

type Refused = components['schemas']['Refused'];

const { BOT_SITE: site = '', BOT_NAME = '', BOT_PASSWORD = '', BOT_LONG_THREAD } = process.env;
const options = { baseUrl: `${site}/api`, headers: { origin: site } };
const client = createClient<paths>(options);
const guest = createClient<paths>(options);

let cookie = '';
client.use({
  onRequest: ({ request }) => request.headers.set('cookie', cookie),
  onResponse({ response }) {
    cookie = response.headers.get('set-cookie')?.split(';')[0] ?? cookie;
  },
});

interface Result<Data> {
  data?: Data;
  error?: Refused;
  response: Response;
}

async function read<Data>(result: Promise<Result<Data>>): Promise<Data> {
  const { data, error } = await result;
  if (data === undefined) throw new Error(`Refused: ${error?.code}`);
  return data;
}

async function refusal(result: Promise<Result<unknown>>, status: number): Promise<Refused['code']> {
  const { error, response } = await result;
  if (!error || response.status !== status) throw new Error(`Expected ${status}, received ${response.status}`);
  return error.code;
}

const credentials = { email_or_username: BOT_NAME, password: BOT_PASSWORD };
const { user } = await read(client.POST('/login', { body: credentials }));

const section = (await read(client.GET('/forums/sections'))).find(({ name }) => name === 'community');
if (!section) throw new Error('There is no section "community"');
const newThread = { title: 'From TypeScript', content: 'Written by a bot', section_id: section.id };
const { id: thread } = await read(client.POST('/forums/threads', { body: newThread }));
const query = { section_id: section.id, author: user.username };
const threads = await read(client.GET('/forums/threads', { params: { query } }));
const shown = await read(client.GET('/forums/threads/{id}', { params: { path: { id: thread } } }));

const reply = (content: string, fields: { user_id?: number; reply_to?: number } = {}) =>
  client.POST('/forums/posts', { body: { thread_id: thread, content, ...fields } });
const { id: firstReplyId } = await read(reply('First'));
const { id: secondReplyId } = await read(reply('Second', { reply_to: firstReplyId }));
const editFirst = () =>
  client.PUT('/forums/posts/{id}', {
    params: { path: { id: firstReplyId }, header: { 'if-match': '"1"' } },
    body: { content: 'First, edited' },
  });
await read(editFirst());
await read(client.PUT('/forums/reactions', { body: { kind: 'post', id: firstReplyId, emoji: 'like' } }));
await read(
  client.DELETE('/forums/posts/{id}', { params: { path: { id: secondReplyId } }, body: { reason: 'A test' } }),
);

const numbers: number[] = [];
let cursor: string | undefined;
do {
  const params = { path: { id: Number(BOT_LONG_THREAD) }, query: { limit: 10, ...(cursor && { cursor }) } };
  const page = client.GET('/forums/posts/{id}', { params });
  numbers.push(...(await read(page)).map(({ number }) => number));
  const link = (await page).response.headers.get('link') ?? '';
  cursor = /[?&]cursor=([^&>]+)[^>]*>; rel="next"/.exec(link)?.[1];
} while (cursor);

const refusals = {
  400: await refusal(reply(''), 400),
  401: await refusal(guest.POST('/forums/threads', { body: newThread }), 401),
  403: await refusal(reply('Not me', { user_id: user.id + 1 }), 403),
  404: await refusal(client.GET('/forums/threads/{id}', { params: { path: { id: thread + 1 } } }), 404),
  412: await refusal(editFirst(), 412),
};
const listed = threads.map(({ id }) => id);
const { title } = shown;
console.log(
  JSON.stringify({
    member: user.id,
    listed,
    title,
    thread,
    reply: firstReplyId,
    deleted: secondReplyId,
    numbers,
    refusals,
  }),
);
