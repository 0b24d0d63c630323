import { deriveCommandId, deriveAggregateId } from '@guildhall/domain/ids.js';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useSession } from '../../../shared/state/session.js';
import { forget, store, readStored, listStoredKeys } from '../../../shared/browser/storage.js';
import { buildMe, buildPostRow } from '../../../testing/rows.js';
import { resumeOutbox, retry } from './outbox.js';
import { removePending, useOutbox } from './pending-replies.js';
import { sendReply } from './send-reply.js';
import { applyRows } from './store.js';

const connectListeners = vi.hoisted(() => new Set<() => void>());
vi.mock('../../../live/connection.js', () => ({ onConnect: (listener: () => void) => connectListeners.add(listener) }));

const user = buildMe('Bram', 2);

let responses: (() => Promise<Response>)[];
let sent: { key: string; content: string }[];

const succeed = () => Promise.resolve(Response.json({ success: true }));
const refuse = () =>
  Promise.resolve(Response.json({ error: 'This thread is locked.', code: 'thread-locked' }, { status: 403 }));
const failOffline = () => Promise.reject(new TypeError('offline'));

beforeEach(() => {
  vi.useFakeTimers();
  sent = [];
  responses = [succeed];
  useSession.setState({ user });
  vi.stubGlobal('fetch', (_path: string, init: { headers: Record<string, string>; body: string }) => {
    const { content } = JSON.parse(init.body) as { content: string };
    sent.push({ key: init.headers['idempotency-key'] ?? '', content });
    return (responses.length > 1 ? responses.shift() : responses[0])?.();
  });
});

afterEach(async () => {
  await vi.runAllTimersAsync();
  removePending(useOutbox.getState().entries.map(({ id }) => id));
  for (const key of listStoredKeys('outbox.')) forget(key);
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const listStates = () => useOutbox.getState().entries.map(({ state }) => state);
const settle = () => vi.advanceTimersByTimeAsync(0);

const buildRow = (id: number) => ({ kind: 'post', ...buildPostRow(1, 'Nice build!', { id }) }) as const;

test('computes the same id for a pending reply as the server', () => {
  const entry = sendReply(2, 7, 'Nice build!');
  expect(entry.id).toBe(deriveAggregateId(deriveCommandId('2', 'post-reply', entry.key)));
  expect(listStates()).toEqual(['sending']);
});

test('an acknowledged reply is pending until its row arrives', async () => {
  const entry = sendReply(2, 7, 'Nice build!');
  await settle();
  expect(listStates()).toEqual(['sent']);
  applyRows([buildRow(entry.id)]);
  expect(listStates()).toEqual([]);
  applyRows([buildRow(entry.id)]);
  expect(listStates()).toEqual([]);
});

test("accepts a reply's row that arrives before the response to posting it", async () => {
  const entry = sendReply(2, 7, 'Nice build!');
  applyRows([buildRow(entry.id)]);
  await settle();
  expect(listStates()).toEqual([]);
});

test('retries a reply without a response with the same key after a reconnect', async () => {
  responses = [failOffline, succeed];
  const entry = sendReply(2, 7, 'Nice build!');
  await settle();
  expect(listStates()).toEqual(['waiting']);
  for (const listener of connectListeners) listener();
  await settle();
  expect(listStates()).toEqual(['sent']);
  expect(sent).toEqual([
    { key: entry.key, content: 'Nice build!' },
    { key: entry.key, content: 'Nice build!' },
  ]);
});

test.each([
  ['an empty body', 403, ''],
  ['the page of a proxy', 413, '<h1>Request Entity Too Large</h1>'],
  ['JSON that is no refusal', 500, '"no"'],
])('does not automatically retry a reply that was rejected with %s', async (_, status, body) => {
  responses = [() => Promise.resolve(new Response(body, { status }))];
  sendReply(2, 7, 'Nice build!');
  await vi.advanceTimersByTimeAsync(600_000);
  expect(useOutbox.getState().entries).toMatchObject([{ state: 'refused', reason: 'Failed to post reply.' }]);
  expect(sent).toHaveLength(1);
});

test.each([
  ['a proxy that cannot reach the server', 502, {}, 5_000],
  ['a proxy that stops waiting', 504, {}, 5_000],
  ['a limit', 429, { 'retry-after': '20' }, 20_000],
])('resends a reply that was rejected by %s once, after a delay', async (_, status, headers, delayMs) => {
  responses = [() => Promise.resolve(new Response('', { status, headers }))];
  const entry = sendReply(2, 7, 'Nice build!');
  await vi.advanceTimersByTimeAsync(delayMs - 1);
  expect(listStates()).toEqual(['refused']);
  expect(sent).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(600_000);
  expect(listStates()).toEqual(['refused']);
  expect(sent.map(({ key }) => key)).toEqual([entry.key, entry.key]);
});

test('resends a temporarily rejected reply after a reconnect', async () => {
  const respondUnavailable = () => Promise.resolve(new Response('', { status: 503 }));
  responses = [respondUnavailable, refuse, succeed];
  sendReply(2, 7, 'first');
  sendReply(2, 7, 'second');
  await settle();
  expect(listStates()).toEqual(['refused', 'refused']);
  for (const listener of connectListeners) listener();
  await settle();
  expect(listStates()).toEqual(['sent', 'refused']);
});

test('retries a reply after a delay even if no reconnect is reported', async () => {
  responses = [failOffline, succeed];
  sendReply(2, 7, 'Nice build!');
  await vi.advanceTimersByTimeAsync(60_000);
  expect(listStates()).toEqual(['sent']);
});

test('a sent reply resets the retry delay', async () => {
  responses = [failOffline, failOffline, failOffline, succeed, failOffline, succeed];
  sendReply(2, 7, 'first');
  await vi.advanceTimersByTimeAsync(60_000);
  sendReply(2, 7, 'second');
  await settle();
  expect(listStates()).toEqual(['sent', 'waiting']);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(listStates()).toEqual(['sent', 'sent']);
});

test('sends two quick replies one after the other, in order', async () => {
  let release = () => {};
  responses = [() => new Promise((resolve) => (release = () => resolve(Response.json({ success: true })))), succeed];
  sendReply(2, 7, 'first');
  sendReply(2, 7, 'second');
  await settle();
  expect(sent.map(({ content }) => content)).toEqual(['first']);
  release();
  await settle();
  expect(sent.map(({ content }) => content)).toEqual(['first', 'second']);
});

test('a reload restores unsent replies with their keys, but not sent ones', async () => {
  responses = [succeed, failOffline];
  sendReply(2, 7, 'arrived');
  await settle();
  const keptReply = sendReply(2, 7, 'kept');
  await settle();
  useOutbox.setState({ entries: [] });
  responses = [succeed];
  resumeOutbox();
  await settle();
  expect(sent.map(({ content }) => content)).toEqual(['arrived', 'kept', 'kept']);
  expect(sent.at(-1)?.key).toBe(keptReply.key);
});

test('resends replies from an earlier visit in chronological order', async () => {
  responses = [failOffline];
  vi.setSystemTime('2026-03-01T12:00:00.000Z');
  const texts = ['one', 'two', 'three', 'four', 'five'];
  for (const text of texts) {
    vi.setSystemTime(Date.now() + 1_000);
    sendReply(2, 7, text);
  }
  await settle();
  useOutbox.setState({ entries: [] });
  // Browsers list stored keys in no particular order.
  const entries = listStoredKeys('outbox.').map((key) => [key, readStored(key) ?? ''] as const);
  for (const [key] of entries) forget(key);
  for (const [key, entry] of entries.reverse()) store(key, entry);
  [sent, responses] = [[], [succeed]];
  resumeOutbox();
  await settle();
  expect(sent.map(({ content }) => content)).toEqual(texts);
});

test("does not send replies during another member's session", async () => {
  responses = [failOffline, succeed];
  sendReply(2, 7, 'mine');
  await settle();
  useSession.setState({ user: { ...user, id: 3 } });
  await vi.advanceTimersByTimeAsync(60_000);
  expect(sent).toHaveLength(1);
});

test('a discarded reply is removed permanently', async () => {
  responses = [refuse];
  const entry = sendReply(2, 7, 'never mind');
  await settle();
  removePending([entry.id]);
  resumeOutbox();
  expect(listStates()).toEqual([]);
});

test('a reload restores a rejected reply with its reason', async () => {
  responses = [refuse];
  const entry = sendReply(2, 7, 'Nice build!');
  await settle();
  useOutbox.setState({ entries: [] });
  responses = [succeed];
  resumeOutbox();
  await settle();
  expect(useOutbox.getState().entries).toMatchObject([{ state: 'refused', reason: 'This thread is locked.' }]);
  expect(sent).toHaveLength(1);
  retry(entry);
  await settle();
  expect(listStates()).toEqual(['sent']);
  expect(sent.map(({ key }) => key)).toEqual([entry.key, entry.key]);
});
