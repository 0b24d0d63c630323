import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useToasts } from '../../../shared/toast.js';
import { useThread } from '../state/store.js';
import { applyOwnReaction, react, type Target } from './store.js';

const formatPosition = (n: number) => String(n).padStart(20, '0');
const buildRow = (pos: number, reactions: Target['reactions']): Target => ({
  kind: 'post',
  id: 7,
  pos: formatPosition(pos),
  reactions,
});
const getShownCounts = (target: Target) => applyOwnReaction(target, useThread.getState().ownReactions[7]);
let answer: () => Response;
let writeCount: number;

beforeEach(() => {
  writeCount = 9;
  useThread.setState({ visit: {}, ownReactions: {} });
  answer = () =>
    Response.json({ success: true }, { headers: { 'guildhall-position': `0000abcd.${formatPosition(writeCount)}` } });
  vi.stubGlobal('fetch', async () => answer());
});
afterEach(() => vi.unstubAllGlobals());

test('the store counts a reaction immediately, and only once after its row arrives', async () => {
  const reaction = react(buildRow(5, { like: 2 }), 'like');
  expect(getShownCounts(buildRow(5, { like: 2 }))).toEqual({ like: 3 });
  await reaction;
  expect(getShownCounts(buildRow(5, { like: 2 }))).toEqual({ like: 3 });
  expect(getShownCounts(buildRow(9, { like: 3 }))).toEqual({ like: 3 });
});

test('choosing a reaction again removes it, and choosing another replaces it', async () => {
  useThread.setState({ ownReactions: { 7: { countedEmoji: 'like', wantedEmoji: 'like', since: null } } });
  await react(buildRow(5, { like: 1 }), 'like');
  expect(getShownCounts(buildRow(5, { like: 1 }))).toEqual({ like: 0 });
  expect(getShownCounts(buildRow(9, {}))).toEqual({});
  writeCount = 12;
  await react(buildRow(9, {}), 'love');
  expect(getShownCounts(buildRow(9, {}))).toEqual({ love: 1 });
});

const failOffline = () => {
  throw new TypeError('offline');
};
const refuse = () => Response.json({ error: 'Not here.', code: 'forbidden' }, { status: 403 });
test.each([
  ['a refused reaction', refuse, 'Not here.'],
  ['a reaction without a response', failOffline, 'Your reaction could not be saved. Please try again.'],
])('reverts %s and shows an error message', async (_, response, message) => {
  answer = response;
  await react(buildRow(5, { like: 2 }), 'wow');
  expect(getShownCounts(buildRow(5, { like: 2 }))).toEqual({ like: 2 });
  expect(useToasts.getState().waiting.at(-1)?.text).toBe(message);
});

test('retains a later reaction when the response to an earlier one arrives', async () => {
  const responses: ((response: Response) => void)[] = [];
  vi.stubGlobal('fetch', () => new Promise<Response>((resolve) => responses.push(resolve)));
  const firstReaction = react(buildRow(5, { like: 2 }), 'like');
  const second = react(buildRow(5, { like: 2 }), 'love');
  responses[0]?.(answer());
  await firstReaction;
  expect(getShownCounts(buildRow(5, { like: 2 }))).toEqual({ like: 2, love: 1 });
  writeCount = 10;
  responses[1]?.(answer());
  await second;
  expect(getShownCounts(buildRow(10, { like: 2, love: 1 }))).toEqual({ like: 2, love: 1 });
});
