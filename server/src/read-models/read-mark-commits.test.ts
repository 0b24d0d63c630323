import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import type { MemberMark } from '../vault/read-marks.js';
import { VaultUnavailable } from '../vault/vault.js';
import { ReadMarkCommits } from './read-mark-commits.js';

const mark = (userId: number, order: string, key = 'thread:7'): MemberMark => {
  return { userId, key, order, count: 0, at: '2026-01-01T00:00:00.000Z' };
};

describe('committing read marks', () => {
  function buildRecordingVault(erasedIds = new Set<number>()) {
    const commits: { marks: readonly MemberMark[]; at: number; end: (error?: Error) => void }[] = [];
    const markRead = (marks: readonly MemberMark[]) =>
      new Promise<void>((resolve, reject) => {
        const end = (error?: Error) => (error ? reject(error) : resolve());
        commits.push({ marks, at: performance.now(), end });
      });
    const policy = { isGone: (userId: number) => erasedIds.has(userId) };
    const readMarks = () => Promise.resolve([mark(1, '04'), mark(1, '04', 'thread:8')]);
    return { commits, store: new ReadMarkCommits({ vault: { markRead, readMarks }, policy }) };
  }
  const waitForCommits = (commits: unknown[], count: number) =>
    expect.poll(() => commits.length, { interval: 5 }).toBe(count);

  test('commits the read marks of a thousand members together before acknowledging any', async () => {
    const { commits, store } = buildRecordingVault();
    let acknowledgedCount = 0;
    const writes = Array.from({ length: 1_000 }, (_, n) =>
      store.store([mark(n, '05')]).then(() => acknowledgedCount++),
    );
    await waitForCommits(commits, 1);
    for (let turn = 0; turn < 5; turn++) await nextTurn();
    expect([commits[0]?.marks.length, acknowledgedCount]).toEqual([1_000, 0]);
    commits[0]?.end();
    await Promise.all(writes);
    expect(acknowledgedCount).toBe(1_000);
  });

  test('read marks that arrive during a commit share the next one, at least 100 ms later', async () => {
    const { commits, store } = buildRecordingVault();
    const firstStore = store.store([mark(1, '05')]);
    await waitForCommits(commits, 1);
    const laterStores = [
      store.store([mark(1, '07')]),
      store.store([mark(1, '06')]),
      store.store([mark(2, '01'), mark(3, '01')]),
    ];
    for (let turn = 0; turn < 5; turn++) await nextTurn();
    expect(commits).toHaveLength(1);
    const endedAt = performance.now();
    commits[0]?.end();
    await firstStore;
    await waitForCommits(commits, 2);
    expect(commits[1]?.marks).toEqual([mark(1, '07'), mark(2, '01'), mark(3, '01')]);
    expect((commits[1]?.at ?? 0) - endedAt).toBeGreaterThan(95);
    commits[1]?.end();
    await Promise.all(laterStores);
  });

  test('reads include accepted marks immediately, using the farthest one for each key', async () => {
    const { commits, store } = buildRecordingVault();
    const bothStores = [store.store([mark(1, '06'), mark(1, '03', 'thread:8'), mark(2, '09')])];
    const read = async () => (await store.readMarks(1, ['thread:7', 'thread:8'])).map(({ key, order }) => [key, order]);
    expect(await read()).toEqual([
      ['thread:7', '06'],
      ['thread:8', '04'],
    ]);
    await waitForCommits(commits, 1);
    bothStores.push(store.store([mark(1, '07'), mark(1, '05', 'thread:9')]));
    const storedDuringCommit = [
      ['thread:7', '07'],
      ['thread:8', '04'],
    ];
    expect(await read()).toEqual(storedDuringCommit);
    commits[0]?.end();
    await waitForCommits(commits, 2);
    expect(await read()).toEqual(storedDuringCommit);
    commits[1]?.end();
    await Promise.all(bothStores);
    expect((await read())[0]).toEqual(['thread:7', '04']);
  });

  test('stores all pending read marks before the server exits', async () => {
    const { commits, store } = buildRecordingVault();
    let isSettled = false;
    void store.store([mark(1, '05')]);
    const settlement = store.waitUntilSettled().then(() => (isSettled = true));
    await waitForCommits(commits, 1);
    for (let turn = 0; turn < 5; turn++) await nextTurn();
    expect(isSettled).toBe(false);
    commits[0]?.end();
    await settlement;
  });

  test('rejects read marks while the vault is unavailable, and stores marks sent afterwards', async () => {
    const { commits, store } = buildRecordingVault();
    const failedWrites = [store.store([mark(1, '05')]), store.store([mark(2, '05')])].map((write) =>
      expect(write).rejects.toThrow(VaultUnavailable),
    );
    await waitForCommits(commits, 1);
    commits[0]?.end(new VaultUnavailable('away'));
    await Promise.all(failedWrites);
    const next = store.store([mark(1, '06')]);
    await waitForCommits(commits, 2);
    commits[1]?.end();
    await next;
    expect(commits[1]?.marks).toEqual([mark(1, '06')]);
  });

  test('does not store read marks of members erased before the commit', async () => {
    const erasedIds = new Set<number>();
    const { commits, store } = buildRecordingVault(erasedIds);
    const bothStores = [store.store([mark(1, '05')]), store.store([mark(2, '05')])];
    erasedIds.add(1);
    await waitForCommits(commits, 1);
    expect(commits[0]?.marks).toEqual([mark(2, '05')]);
    commits[0]?.end();
    await Promise.all(bothStores);
  });

  test('splits read marks with more than a thousand keys into several commits', async () => {
    const { commits, store } = buildRecordingVault();
    const write = store.store(Array.from({ length: 2_500 }, (_, n) => mark(n, '05')));
    for (const count of [1, 2, 3]) {
      await waitForCommits(commits, count);
      commits[count - 1]?.end();
    }
    await write;
    expect(commits.map(({ marks }) => marks.length)).toEqual([1_000, 1_000, 500]);
  });
});
