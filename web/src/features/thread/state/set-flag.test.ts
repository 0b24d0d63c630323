import type { ThreadRow } from '@guildhall/domain/wire/schemas/forum/threads.js';
import { afterEach, expect, test, vi } from 'vitest';
import { setFlag } from './actions.js';

afterEach(() => vi.unstubAllGlobals());

const fields = { title: 'Old', content: 'Old text' };
const thread = { id: 7, version: 1, locked: false, sticky: false, ...fields } as ThreadRow;
const successBody = { success: true, acts: ['the-lock'] };
const conflictBody = { error: 'It was changed.', code: 'changed-since' };

test('locking a thread neither loses an edit made just before nor sets its other flags', async () => {
  const now = { ...thread, version: 2, title: 'New', content: 'New text', sticky: true };
  const responses = [Response.json(conflictBody, { status: 412 }), Response.json(now), Response.json(successBody)];
  const sentBodies: unknown[] = [];
  vi.stubGlobal('fetch', (_path: string, { method, body, headers }: RequestInit) => {
    if (method === 'PUT') sentBodies.push([new Headers(headers).get('if-match'), JSON.parse(body as string)]);
    return Promise.resolve(responses.shift());
  });
  expect(await setFlag(thread, { locked: true }, 'key')).toBe('the-lock');
  expect(sentBodies).toEqual([
    ['"1"', { ...fields, locked: true }],
    ['"2"', { title: 'New', content: 'New text', locked: true }],
  ]);
});
