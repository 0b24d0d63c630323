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
    const sealedTexts = [sealBy(1, 'a'), sealBy(2, 'b'), sealBy(1, 'c'), sealBy(3, 'd'), sealBy(3, 'd')];
    const texts = new Texts(vault, smallCache);
    expect(texts.openCached(sealedTexts[0] ?? '')).toBeUndefined();
    expect([...(await texts.open(sealedTexts)).values()].map((openedText) => openedText?.text)).toEqual([
      'a',
      'b',
      'c',
      'd',
    ]);
    expect(vault.asked).toEqual([[1, 2, 3]]);
    await texts.open(sealedTexts);
    await texts.seal(2, 'again');
    expect(texts.openCached(sealBy(1, 'never seen'))?.text).toBe('never seen');
    expect(vault.asked).toHaveLength(1);
  });

  test('opening a text again returns the same object, including its rendered form', async () => {
    const texts = new Texts(createKeyVault(1), smallCache);
    const sealedText = await texts.seal(1, 'a');
    expect(texts.openCached(sealedText)).toBeDefined();
    expect(texts.openCached(sealedText)).toBe((await texts.open([sealedText])).get(sealedText));
  });

  test('can still open texts that exceed the cache size', async () => {
    const texts = new Texts(createKeyVault(1, 2, 3), { maxBytes: 3_000 });
    const sealedTexts = [1, 2, 3].flatMap((author) => ['a', 'b'].map((text) => sealBy(author, text)));
    for (let round = 0; round < 2; round++) {
      expect([...(await texts.open(sealedTexts)).values()].map((openedText) => openedText?.text)).toEqual([
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
      const sealedTexts: string[] = [];
      const openedTexts = new Map<string, unknown>();
      for (let n = 0; n < 200; n++) {
        sealedTexts.unshift(await texts.seal(1, `${n} ${character.repeat(1_000)}`));
        openedTexts.set(sealedTexts[0] ?? '', texts.openCached(sealedTexts[0] ?? ''));
      }
      // The newest texts come first so that the ones that must be reopened come last.
      const cachedTexts = sealedTexts.filter(
        (sealedText) => texts.openCached(sealedText) === openedTexts.get(sealedText),
      );
      const countBytes = (sealedText: string) => sealedText.length + (character === '\u20ac' ? 2 : 1) * 1_000;
      expect(cachedTexts.length).toBeGreaterThan(10);
      expect(cachedTexts.reduce((sum, sealedText) => sum + countBytes(sealedText), 0)).toBeLessThan(100_000);
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
    const sealedText = sealBy(1, 'Hello there');
    const damagedText = `${sealedText.slice(0, -6)}AAAAAA`;
    const openedTexts = await texts.open([damagedText, sealedText]);
    expect([damagedText, sealedText].map((text) => openedTexts.get(text)?.text)).toEqual([
      unreadableText,
      'Hello there',
    ]);
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
    const firstText = await texts.seal(1, 'first');
    texts.forget(1);
    await texts.open([firstText]);
    const release = vault.hold();
    const readResult = texts.open([sealBy(1, 'second'), sealBy(2, 'open')]);
    texts.forget(1);
    release();
    await readResult;
    expect(texts.openCached(firstText)).toBeUndefined();
    expect(texts.openCached(sealBy(1, 'second'))).toBeUndefined();
  });
});

describe('pictures in texts', () => {
  const [removedId, shownId] = ['a', 'b'].map((digit) => digit.repeat(32)) as [string, string];
  const formatReference = (id: string) => `![A tower](upload:${id}${beginPicture}40x30//${end})`;
  const sealedText = sealBy(1, `${formatReference(removedId)} and ${formatReference(shownId)}`);
  const listPictures = (texts: Texts) =>
    [removedId, shownId].filter((id) => texts.openCached(sealedText)?.html.includes(`data-picture="${id}"`));

  test('looks up removed pictures once for all texts, and not again while the texts are cached', async () => {
    const vault = createKeyVault(1);
    vault.removed.add(removedId);
    const texts = new Texts(vault, smallCache);
    await texts.seal(1, 'A text without pictures');
    expect(texts.openCached(sealedText)).toBeUndefined();
    for (let n = 0; n < 2; n++)
      await texts.open([sealedText, sealBy(1, formatReference(shownId)), sealBy(1, 'no picture')]);
    expect(listPictures(texts)).toEqual([shownId]);
    expect(vault.removalReads).toEqual([[removedId, shownId]]);
  });

  test('does not show a picture that is removed while the vault is being read', async () => {
    const vault = createKeyVault(1);
    const texts = new Texts(vault, smallCache);
    await texts.seal(1, 'Caches the key');
    const release = vault.hold();
    const readResult = texts.open([sealedText]);
    await expect.poll(() => vault.removalReads.length).toBe(1);
    texts.hidePicture(removedId);
    release();
    await readResult;
    expect(listPictures(texts)).toEqual([shownId]);
  });
});

test('an author erased in the log remains erased, regardless of the vault and the cache', async () => {
  const erasedAuthors = new Set<number>();
  const vault = createKeyVault(1);
  const texts = new Texts(vault, { ...smallCache, erased: (id) => erasedAuthors.has(id) });
  const sealedText = await texts.seal(1, 'secret');
  erasedAuthors.add(1);
  expect(texts.openCached(sealedText)).toBeNull();
  expect((await texts.open([sealedText])).get(sealedText)).toBeNull();
  await expect(texts.seal(1, 'more')).rejects.toBeInstanceOf(AuthorErased);
  expect(vault.asked).toEqual([[1]]);
});

test('does not show the texts of an author who is erased while the vault is being read', async () => {
  const erasedAuthors = new Set<number>();
  const vault = createKeyVault(1);
  const texts = new Texts(vault, { ...smallCache, erased: (id) => erasedAuthors.has(id) });
  const release = vault.hold();
  const [readResult, sealResult] = [texts.open([sealBy(1, 'secret')]), texts.seal(1, 'late')];
  erasedAuthors.add(1);
  release();
  expect((await readResult).get(sealBy(1, 'secret'))).toBeNull();
  await expect(sealResult).rejects.toBeInstanceOf(AuthorErased);
});

const smallCache = { maxBytes: 2 ** 20 };

/** Counts calls, and can be made unavailable or blocked until released. */
function createKeyVault(...authors: number[]) {
  let block: Promise<void> = Promise.resolve();
  const vault = {
    down: false,
    removed: new Set<string>(),
    removalReads: [] as string[][],
    asked: [] as number[][],
    drop: (author: number) => void authors.splice(authors.indexOf(author), 1),
    hold(): () => void {
      let release = () => {};
      block = new Promise((resolve) => (release = resolve));
      return release;
    },
    async findRemovedUploads(ids: readonly string[]): Promise<string[]> {
      vault.removalReads.push([...ids]);
      const removed = ids.filter((id) => vault.removed.has(id));
      await block;
      return removed;
    },
    async findAuthorKeys(ids: readonly number[]): Promise<Map<number, Uint8Array>> {
      vault.asked.push([...ids].sort());
      await block;
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
