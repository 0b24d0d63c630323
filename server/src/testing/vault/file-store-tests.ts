import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import type { FileStore } from '../../vault/files.js';

const createBytes = (name: string) => Buffer.from(name.repeat(50));
const read = async (store: FileStore, name: string) => {
  const bytes = await store.get(name);
  return bytes && Buffer.from(bytes);
};

/** Covers only a file's bytes. The store is empty before each test. */
export function testFileStore(store: () => FileStore): void {
  test('lists stored files by name prefix', async () => {
    for (const name of ['12/b', '1/a', '1/b', 'site/cd']) await store().put(name, createBytes(name));
    expect(await store().list('1/', '', 10)).toEqual(['1/a', '1/b']);
    expect(await store().list('1/', '1/a', 10)).toEqual(['1/b']);
    expect(await store().list('', '1/b', 1)).toEqual(['12/b']);
    expect(await read(store(), '1/a')).toEqual(createBytes('1/a'));
    await store().remove('1/a');
    await store().remove('1/a');
    expect([await store().get('1/a'), await store().has('1/a'), await store().has('1/b')]).toEqual([null, false, true]);
    expect(await store().has('site/c'), 'the beginning of a name').toBe(false);
  });

  test('lists many files of several owners page by page, in code point order', async () => {
    const owners = ['1', '2', '10', '11', 'site'];
    const names = owners.flatMap((owner) => Array.from({ length: 12 }, (_, n) => `${owner}/${n * 7}-small`));
    await Promise.all(names.map((name) => store().put(name, createBytes('a'))));
    const listedNames: string[] = [];
    for (let page = ['']; page.length > 0; listedNames.push(...page))
      page = await store().list('', listedNames.at(-1) ?? '', 7);
    expect(listedNames).toEqual(names.sort());
    expect(await store().list('1/', '1/8', 100)).toEqual(names.filter((name) => name.startsWith('1/') && name > '1/8'));
    expect(await store().list('3/', '', 100)).toEqual([]);
  });

  test('returns exactly the bytes stored, of any size, even if several calls store them at the same time', async () => {
    const large = randomBytes(12 * 2 ** 20);
    await Promise.all([
      store().put('1/large', large),
      store().put('1/large', large),
      store().put('1/empty', large.subarray(0, 0)),
    ]);
    expect((await read(store(), '1/large'))?.equals(large)).toBe(true);
    expect((await store().get('1/empty'))?.length).toBe(0);
    expect(await store().list('', '', 10)).toEqual(['1/empty', '1/large']);
  });
}
