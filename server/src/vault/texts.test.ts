import { describe, expect, test } from 'vitest';
import { textMarks } from '../text/marks.js';
import { createAuthorKey, sealText } from './sealing.js';
import { Texts, unreadableText } from './texts.js';
import { AuthorErased } from './vault.js';
import { VaultUnavailable } from './vault.js';

const { beginPicture, end } = textMarks;

describe('sealed texts', () => {
  test('a sealed text can be opened, even by another process', async () => {
    const vault = createKeyVault(1, 2);
    const [a, b] = [
      await new Texts(vault, smallCache).seal(1, 'Hello **you**'),
      await new Texts(vault, smallCache).seal(2, 'Hi'),
    ];
    const openedTexts = await new Texts(vault, smallCache).open([a, b]);
    expect([openedTexts.get(a)?.text, openedTexts.get(b)?.text]).toEqual(['Hello **you**', 'Hi']);
    expect(openedTexts.get(a)?.html).toBe('<p>Hello <strong>you</strong></p>\n');
    expect(openedTexts.get(a)?.preview).toBe('Hello you');
  });

  test('opening the texts of many authors calls the vault once and then uses the cache', async () => {
    const vault = createKeyVault(1, 2, 3);
    const sealed = [sealBy(1, 'a'), sealBy(2, 'b'), sealBy(1, 'c'), sealBy(3, 'd'), sealBy(3, 'd')];
    const texts = new Texts(vault, smallCache);
    expect(texts.openCached(sealed[0] ?? '')).toBeUndefined();
    expect([...(await texts.open(sealed)).values()].map((openedText) => openedText?.text)).toEqual([
      'a',
      'b',
      'c',
      'd',
    ]);
    expect(vault.asked).toEqual([[1, 2, 3]]);
    await texts.open(sealed);
    await texts.seal(2, 'again');
    expect(texts.openCached(sealBy(1, 'never seen'))?.text).toBe('never seen');
    expect(vault.asked).toHaveLength(1);
  });

  test('opening a text again returns the same object, including its rendered form', async () => {
    const texts = new Texts(createKeyVault(1), smallCache);
    const sealed = await texts.seal(1, 'a');
    expect(texts.openCached(sealed)).toBeDefined();
    expect(texts.openCached(sealed)).toBe((await texts.open([sealed])).get(sealed));
  });

  test('can still open texts that exceed the size of the cache', async () => {
    const texts = new Texts(createKeyVault(1, 2, 3), { maxBytes: 3_000 });
    const sealed = [1, 2, 3].flatMap((author) => ['a', 'b'].map((text) => sealBy(author, text)));
    for (let round = 0; round < 2; round++) {
      expect([...(await texts.open(sealed)).values()].map((openedText) => openedText?.text)).toEqual([
        'a',
        'b',
        'a',
        'b',
        'a',
        'b',
      ]);
    }
    const long = await texts.seal(1, 'x'.repeat(20_000));
    expect((await texts.open([long])).get(long)?.text).toHaveLength(20_000);
  });

  test.each(['\u00e9', '\u20ac'])(
    'the cache stays within its memory limit with characters like %s',
    async (character) => {
      const texts = new Texts(createKeyVault(1), { maxBytes: 100_000 });
      const sealed: string[] = [];
      const first = new Map<string, unknown>();
      for (let n = 0; n < 200; n++) {
        sealed.unshift(await texts.seal(1, `${n} ${character.repeat(1_000)}`));
        first.set(sealed[0] ?? '', texts.openCached(sealed[0] ?? ''));
      }
      // The newest texts come first so that the ones that must be reopened come last.
      const cachedTexts = sealed.filter((it) => texts.openCached(it) === first.get(it));
      const countBytes = (it: string) => it.length + (character === '\u20ac' ? 2 : 1) * 1_000;
      expect(cachedTexts.length).toBeGreaterThan(10);
      expect(cachedTexts.reduce((sum, it) => sum + countBytes(it), 0)).toBeLessThan(100_000);
    },
  );

  test('texts of an author without a key are null, and new ones cannot be sealed', async () => {
    const texts = new Texts(createKeyVault(1), smallCache);
    const [sealedText, other] = [sealBy(2, 'gone'), sealBy(1, 'here')];
    const openedTexts = await texts.open([sealedText, other]);
    expect([openedTexts.get(sealedText), openedTexts.get(other)?.text]).toEqual([null, 'here']);
    await expect(texts.seal(2, 'more')).rejects.toBeInstanceOf(AuthorErased);
  });

  test('reports tampered texts as unreadable rather than erased, without affecting others', async () => {
    const reportedAuthors: number[] = [];
    const texts = new Texts(createKeyVault(1), {
      ...smallCache,
      unreadable: (_, authorId) => reportedAuthors.push(authorId),
    });
    const sealed = sealBy(1, 'Hello there');
    const damagedText = `${sealed.slice(0, -6)}AAAAAA`;
    const openedTexts = await texts.open([damagedText, sealed]);
    expect([damagedText, sealed].map((one) => openedTexts.get(one)?.text)).toEqual([unreadableText, 'Hello there']);
    expect(reportedAuthors).toEqual([1]);
    await expect(texts.open(['Hello there'])).rejects.toThrow('Not a sealed text');
  });

  test('never treats texts as erased while the vault is unavailable', async () => {
    const vault = createKeyVault(1, 2);
    const texts = new Texts(vault, smallCache);
    const cachedText = await texts.seal(1, 'a');
    vault.down = true;
    await expect(texts.open([cachedText, sealBy(2, 'b')])).rejects.toBeInstanceOf(VaultUnavailable);
    await expect(texts.seal(2, 'b')).rejects.toBeInstanceOf(VaultUnavailable);
    expect((await texts.open([cachedText])).get(cachedText)?.text).toBe('a');
    vault.down = false;
    expect((await texts.open([sealBy(2, 'b')])).get(sealBy(2, 'b'))?.text).toBe('b');
  });
});

describe('forgetting an author', () => {
  test("forgets an author's opened texts and key and reads both again", async () => {
    const vault = createKeyVault(1, 2);
    const texts = new Texts(vault, smallCache);
    const [sealedText, other] = [await texts.seal(1, 'secret'), await texts.seal(2, 'open')];
    texts.forget(1);
    expect(texts.openCached(sealedText)).toBeUndefined();
    expect(texts.openCached(sealBy(1, 'never seen'))).toBeUndefined();
    expect(texts.openCached(other)?.text).toBe('open');
    vault.drop(1);
    expect((await texts.open([sealedText])).get(sealedText)).toBeNull();
    await expect(texts.seal(1, 'more')).rejects.toBeInstanceOf(AuthorErased);
  });

  test('a forgotten author whose key is still in the vault remains readable', async () => {
    const texts = new Texts(createKeyVault(1), smallCache);
    const sealedText = await texts.seal(1, 'kept');
    texts.forget(1);
    expect((await texts.open([sealedText])).get(sealedText)?.text).toBe('kept');
    expect(texts.openCached(sealedText)?.text).toBe('kept');
  });

  test('pending calls do not restore a forgotten author to the cache', async () => {
    const vault = createKeyVault(1, 2);
    const texts = new Texts(vault, smallCache);
    const [sealedText, other] = [sealBy(1, 'secret'), sealBy(2, 'open')];
    const release = vault.hold();
    const calls = [texts.open([sealedText, other]), texts.seal(1, 'late')];
    texts.forget(1);
    release();
    await Promise.all(calls);
    expect(texts.openCached(sealedText)).toBeUndefined();
    expect(texts.openCached(sealBy(1, 'late'))).toBeUndefined();
    expect(texts.openCached(other)?.text).toBe('open');
  });

  test('a pending call that already has the key does not restore a forgotten author to the cache', async () => {
    const vault = createKeyVault(1, 2);
    const texts = new Texts(vault, smallCache);
    const first = await texts.seal(1, 'first');
    texts.forget(1);
    await texts.open([first]);
    const release = vault.hold();
    const reading = texts.open([sealBy(1, 'second'), sealBy(2, 'open')]);
    texts.forget(1);
    release();
    await reading;
    expect(texts.openCached(first)).toBeUndefined();
    expect(texts.openCached(sealBy(1, 'second'))).toBeUndefined();
  });
});

describe('pictures in texts', () => {
  const [removed, shown] = ['a', 'b'].map((digit) => digit.repeat(32)) as [string, string];
  const formatReference = (id: string) => `![A tower](upload:${id}${beginPicture}40x30//${end})`;
  const sealed = sealBy(1, `${formatReference(removed)} and ${formatReference(shown)}`);
  const listPictures = (texts: Texts) =>
    [removed, shown].filter((id) => texts.openCached(sealed)?.html.includes(`data-picture="${id}"`));

  test('looks up removed pictures once for all texts, and not again while the texts are cached', async () => {
    const vault = createKeyVault(1);
    vault.removed.add(removed);
    const texts = new Texts(vault, smallCache);
    await texts.seal(1, 'A text without pictures');
    expect(texts.openCached(sealed)).toBeUndefined();
    for (let n = 0; n < 2; n++) await texts.open([sealed, sealBy(1, formatReference(shown)), sealBy(1, 'no picture')]);
    expect(listPictures(texts)).toEqual([shown]);
    expect(vault.removalReads).toEqual([[removed, shown]]);
  });

  test('does not show a picture that is removed while the vault is being read', async () => {
    const vault = createKeyVault(1);
    const texts = new Texts(vault, smallCache);
    await texts.seal(1, 'Caches the key');
    const release = vault.hold();
    const reading = texts.open([sealed]);
    await expect.poll(() => vault.removalReads.length).toBe(1);
    texts.hidePicture(removed);
    release();
    await reading;
    expect(listPictures(texts)).toEqual([shown]);
  });
});

test('an author erased in the log remains erased, regardless of the vault and the cache', async () => {
  const erasedAuthors = new Set<number>();
  const vault = createKeyVault(1);
  const texts = new Texts(vault, { ...smallCache, erased: (id) => erasedAuthors.has(id) });
  const sealed = await texts.seal(1, 'secret');
  erasedAuthors.add(1);
  expect(texts.openCached(sealed)).toBeNull();
  expect((await texts.open([sealed])).get(sealed)).toBeNull();
  await expect(texts.seal(1, 'more')).rejects.toBeInstanceOf(AuthorErased);
  expect(vault.asked).toEqual([[1]]);
});

test('does not show the texts of an author who is erased while the vault is being read', async () => {
  const erasedAuthors = new Set<number>();
  const vault = createKeyVault(1);
  const texts = new Texts(vault, { ...smallCache, erased: (id) => erasedAuthors.has(id) });
  const release = vault.hold();
  const [reading, sealing] = [texts.open([sealBy(1, 'secret')]), texts.seal(1, 'late')];
  erasedAuthors.add(1);
  release();
  expect((await reading).get(sealBy(1, 'secret'))).toBeNull();
  await expect(sealing).rejects.toBeInstanceOf(AuthorErased);
});

const smallCache = { maxBytes: 2 ** 20 };

/** Counts calls, and can be made unavailable or blocked until released. */
function createKeyVault(...authors: number[]) {
  let blocked: Promise<void> = Promise.resolve();
  const vault = {
    down: false,
    removed: new Set<string>(),
    removalReads: [] as string[][],
    asked: [] as number[][],
    drop: (author: number) => void authors.splice(authors.indexOf(author), 1),
    hold(): () => void {
      let release = () => {};
      blocked = new Promise((resolve) => (release = resolve));
      return release;
    },
    async findRemovedUploads(ids: readonly string[]): Promise<string[]> {
      vault.removalReads.push([...ids]);
      const removed = ids.filter((id) => vault.removed.has(id));
      await blocked;
      return removed;
    },
    async findAuthorKeys(ids: readonly number[]): Promise<Map<number, Uint8Array>> {
      vault.asked.push([...ids].sort());
      await blocked;
      if (vault.down) throw new VaultUnavailable('down');
      return new Map(ids.filter((id) => authors.includes(id)).map((id) => [id, getKey(id)]));
    },
  };
  return vault;
}

function sealBy(authorId: number, text: string): string {
  return sealText(createAuthorKey(authorId, getKey(authorId)), text);
}

function getKey(authorId: number): Uint8Array {
  return new Uint8Array(32).fill(authorId);
}
