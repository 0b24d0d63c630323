import { beforeEach, expect, test } from 'vitest';
import type { Picture } from '../../vault/pictures.js';
import type { Vault } from '../../vault/vault.js';
import { hour, newAccount } from './vault-samples.js';

const hash = (letter: string) => letter.repeat(64);

function newPicture(letter: string, ownerId: number | null): Picture {
  const bytes = new Uint8Array(5_000).map((_, i) => (i * 31 + letter.charCodeAt(0)) % 256);
  return { hash: hash(letter), contentType: 'image/webp', bytes, ownerId, createdAt: hour(1) };
}

export function pictureTests(vault: () => Vault): void {
  const shown = ({ contentType, bytes }: Picture) => ({ contentType, bytes });
  const keys = async (after: Parameters<Vault['ownedPictures']>[0] = null, limit = 10) =>
    (await vault().ownedPictures(after, limit)).map((it) => `${it.ownerId}${it.hash[0]} ${it.createdAt}`);

  beforeEach(async () => {
    await vault().createAccount(newAccount(1, 'Steve'));
    await vault().createAccount(newAccount(2, 'Alex'));
  });

  test('that are returned with their original bytes', async () => {
    await vault().putPicture(newPicture('a', 1));
    const found = await vault().picture(hash('a'));
    expect(found && { ...found, bytes: new Uint8Array(found.bytes) }).toEqual(shown(newPicture('a', 1)));
    expect(await vault().picture(hash('b'))).toBeNull();
  });

  test('until they are removed; the same bytes of another owner remain', async () => {
    for (const ownerId of [1, 2, null]) await vault().putPicture(newPicture('a', ownerId));
    await vault().putPicture({ ...newPicture('a', 1), createdAt: hour(2) });
    expect(await keys()).toEqual([`1a ${hour(2)}`, `2a ${hour(1)}`]);
    await vault().removePicture({ hash: hash('a'), ownerId: 1 });
    await vault().removePicture({ hash: hash('a'), ownerId: 2 });
    await vault().removePicture({ hash: hash('a'), ownerId: 7 });
    expect(await keys()).toEqual([]);
    expect(await vault().picture(hash('a'))).not.toBeNull();
    await vault().removePicture({ hash: hash('a'), ownerId: null });
    expect(await vault().picture(hash('a'))).toBeNull();
  });

  test("and lists those of members page by page, without the site's", async () => {
    for (const [letter, ownerId] of [
      ['b', 12],
      ['a', 3],
      ['c', 3],
      ['f', null],
    ] as const)
      await vault().putPicture(newPicture(letter, ownerId));
    expect(await keys(null, 2)).toEqual([`3a ${hour(1)}`, `3c ${hour(1)}`]);
    expect(await keys({ ownerId: 3, hash: hash('a') })).toEqual([`3c ${hour(1)}`, `12b ${hour(1)}`]);
    expect(await keys({ ownerId: 12, hash: hash('b') })).toEqual([]);
  });

  test.each([true, false])('and loses those of an erased member (key dropped: %s)', async (dropKey) => {
    await vault().putPicture(newPicture('a', 1));
    await vault().putPicture(newPicture('b', 2));
    await vault().putPicture(newPicture('c', null));
    await vault().eraseAccount(1, dropKey);
    expect(await vault().picture(hash('a'))).toBeNull();
    expect(await keys()).toEqual([`2b ${hour(1)}`]);
    expect(await vault().picture(hash('c'))).not.toBeNull();
  });
}
