import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import type { MemberMark } from '../vault/read-marks.js';
import { VaultUnavailable } from '../vault/vault.js';
import { ReadMarkCommits } from './read-mark-commits.js';

const mark = (userId: number, order: string, key = 'thread:7'): MemberMark => {
  return { userId, key, order, count: 0, at: '2026-01-01T00:00:00.000Z' };
};

describe('committing read marks', () => {
  function noted(erased = new Set<number>()) {
    const commits: { marks: readonly MemberMark[]; at: number; end: (error?: Error) => void }[] = [];
    const markRead = (marks: readonly MemberMark[]) =>
      new Promise<void>((resolve, reject) => {
        const end = (error?: Error) => (error ? reject(error) : resolve());
        commits.push({ marks, at: performance.now(), end });
      });
    const policy = { isGone: (userId: number) => erased.has(userId) };
    const readMarks = () => Promise.resolve([mark(1, '04'), mark(1, '04', 'thread:8')]);
    return { commits, store: new ReadMarkCommits({ vault: { markRead, readMarks }, policy }) };
  }
  const begun = (commits: unknown[], count: number) => expect.poll(() => commits.length, { interval: 5 }).toBe(count);

  test('commits the read marks of a thousand members together before acknowledging any', async () => {
    const { commits, store } = noted();
    let acknowledged = 0;
    const all = Array.from({ length: 1_000 }, (_, n) => store.store([mark(n, '05')]).then(() => acknowledged++));
    await begun(commits, 1);
    for (let turn = 0; turn < 5; turn++) await nextTurn();
    expect([commits[0]?.marks.length, acknowledged]).toEqual([1_000, 0]);
    commits[0]?.end();
    await Promise.all(all);
    expect(acknowledged).toBe(1_000);
  });

  test('read marks that arrive during a commit share the next one, at least 100 ms later', async () => {
    const { commits, store } = noted();
    const first = store.store([mark(1, '05')]);
    await begun(commits, 1);
    const later = [
      store.store([mark(1, '07')]),
      store.store([mark(1, '06')]),
      store.store([mark(2, '01'), mark(3, '01')]),
    ];
    for (let turn = 0; turn < 5; turn++) await nextTurn();
    expect(commits).toHaveLength(1);
    const ended = performance.now();
    commits[0]?.end();
    await first;
    await begun(commits, 2);
    expect(commits[1]?.marks).toEqual([mark(1, '07'), mark(2, '01'), mark(3, '01')]);
    expect((commits[1]?.at ?? 0) - ended).toBeGreaterThan(95);
    commits[1]?.end();
    await Promise.all(later);
  });

  test('reads include accepted marks immediately, using the farthest one for each key', async () => {
    const { commits, store } = noted();
    const both = [store.store([mark(1, '06'), mark(1, '03', 'thread:8'), mark(2, '09')])];
    const read = async () => (await store.readMarks(1, ['thread:7', 'thread:8'])).map(({ key, order }) => [key, order]);
    expect(await read()).toEqual([
      ['thread:7', '06'],
      ['thread:8', '04'],
    ]);
    await begun(commits, 1);
    both.push(store.store([mark(1, '07'), mark(1, '05', 'thread:9')]));
    const during = [
      ['thread:7', '07'],
      ['thread:8', '04'],
    ];
    expect(await read()).toEqual(during);
    commits[0]?.end();
    await begun(commits, 2);
    expect(await read()).toEqual(during);
    commits[1]?.end();
    await Promise.all(both);
    expect((await read())[0]).toEqual(['thread:7', '04']);
  });

  test('stores all pending read marks before the server exits', async () => {
    const { commits, store } = noted();
    let settled = false;
    void store.store([mark(1, '05')]);
    const ending = store.settled().then(() => (settled = true));
    await begun(commits, 1);
    for (let turn = 0; turn < 5; turn++) await nextTurn();
    expect(settled).toBe(false);
    commits[0]?.end();
    await ending;
  });

  test('rejects read marks while the vault is unavailable, and stores marks sent afterwards', async () => {
    const { commits, store } = noted();
    const failing = [store.store([mark(1, '05')]), store.store([mark(2, '05')])].map((one) =>
      expect(one).rejects.toThrow(VaultUnavailable),
    );
    await begun(commits, 1);
    commits[0]?.end(new VaultUnavailable('away'));
    await Promise.all(failing);
    const next = store.store([mark(1, '06')]);
    await begun(commits, 2);
    commits[1]?.end();
    await next;
    expect(commits[1]?.marks).toEqual([mark(1, '06')]);
  });

  test('does not store read marks of members erased before the commit', async () => {
    const erased = new Set<number>();
    const { commits, store } = noted(erased);
    const both = [store.store([mark(1, '05')]), store.store([mark(2, '05')])];
    erased.add(1);
    await begun(commits, 1);
    expect(commits[0]?.marks).toEqual([mark(2, '05')]);
    commits[0]?.end();
    await Promise.all(both);
  });

  test('splits read marks with more than a thousand keys into several commits', async () => {
    const { commits, store } = noted();
    const all = store.store(Array.from({ length: 2_500 }, (_, n) => mark(n, '05')));
    for (const count of [1, 2, 3]) {
      await begun(commits, count);
      commits[count - 1]?.end();
    }
    await all;
    expect(commits.map(({ marks }) => marks.length)).toEqual([1_000, 1_000, 500]);
  });
});
