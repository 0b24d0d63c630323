import { PassThrough } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { sendContent } from './send-content.js';

function createPieces(failingAt?: number) {
  const progress = { count: 0, ended: false };
  async function* make(): AsyncIterable<string> {
    try {
      for (; progress.count < 100; progress.count++) {
        if (progress.count === failingAt) throw new Error('The store is away');
        yield await Promise.resolve(String(progress.count % 10).repeat(1_024));
      }
    } finally {
      progress.ended = true;
    }
  }
  return { made: progress, text: make() };
}

describe('sending long content', () => {
  test('generates long content only as fast as the client reads it and sends all of it', async () => {
    const { made, text } = createPieces();
    const res = new PassThrough({ highWaterMark: 1_024 });
    const sendResult = sendContent(res, text);
    await sleep(20);
    expect(made.count).toBeGreaterThan(0);
    expect(made.count).toBeLessThan(10);
    const read = (await res.setEncoding('utf8').toArray()).join('');
    await sendResult;
    expect(read).toBe(Array.from({ length: 100 }, (_, n) => String(n % 10).repeat(1_024)).join(''));
  });

  test('stops generating long content if the client disconnects', async () => {
    const { made, text } = createPieces();
    const res = new PassThrough({ highWaterMark: 1_024 });
    const sendResult = sendContent(res, text);
    await sleep(5);
    res.destroy();
    await sendResult;
    expect([made.ended, made.count < 10]).toEqual([true, true]);
  });

  test('cuts the response off if generating its content fails', async () => {
    const { text } = createPieces(3);
    const res = new PassThrough();
    await expect(sendContent(res, text)).rejects.toThrow('The store is away');
    expect(res.destroyed).toBe(true);
  });
});
