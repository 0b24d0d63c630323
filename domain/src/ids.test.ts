import { createHash, randomUUID } from 'node:crypto';
import { expect, test, vi } from 'vitest';
import { deriveCommandId, deriveEventId, deriveAggregateId } from './ids.js';

test('derives a command id from the SHA-256 of actor, call and key', () => {
  expect(deriveCommandId('7', 'post-reply', 'k')).toBe(createHash('sha256').update('7\npost-reply\nk').digest('hex'));
});

test('uses the first 53 bits of the command id as the aggregate id', () => {
  expect(deriveAggregateId('0'.repeat(64))).toBe(0);
  expect(deriveAggregateId('f'.repeat(64))).toBe(Number.MAX_SAFE_INTEGER);
  for (let i = 0; i < 1_000; i++) {
    const commandId = deriveCommandId('1', 'x', randomUUID());
    expect(deriveAggregateId(commandId)).toBe(Number(BigInt(`0x${commandId.slice(0, 14)}`) >> 3n));
  }
});

test('generates the same UUID only for the same stream and index', () => {
  const ids = [deriveEventId('c', 'a', 0), deriveEventId('c', 'a', 1), deriveEventId('c', 'b', 0)];
  expect(new Set(ids).size).toBe(3);
  expect(deriveEventId('c', 'a', 0)).toBe(ids[0]);
  for (const id of ids) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
});

test('derives an event id from the SHA-256 of command, stream and index', () => {
  for (let index = 0; index < 100; index++) {
    const digest = createHash('sha256').update(`c\ns\n${index}`).digest('hex').slice(0, 32);
    const id = deriveEventId('c', 's', index).replaceAll('-', '');
    const variant = '89ab'.charAt(Number.parseInt(digest.charAt(16), 16) % 4);
    expect(id).toBe(`${digest.slice(0, 12)}8${digest.slice(13, 16)}${variant}${digest.slice(17)}`);
  }
});

test('generates the same ids in a browser as in Node', async () => {
  // Only this function is removed because the mutation tests need the rest of `process`.
  vi.stubGlobal('process', { ...process, getBuiltinModule: undefined });
  vi.resetModules();
  const browser = await import('./ids.js').finally(() => vi.unstubAllGlobals());
  for (const key of ['', 'k', 'ä你😀', 'x'.repeat(200), '\ud800']) {
    expect(browser.deriveCommandId('7', 'post-reply', key), key).toBe(deriveCommandId('7', 'post-reply', key));
    expect(browser.deriveEventId('c', key, 1), key).toBe(deriveEventId('c', key, 1));
  }
});
