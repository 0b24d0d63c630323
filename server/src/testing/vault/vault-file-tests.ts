import { guest } from '@guildhall/domain/permissions.js';
import { pino } from 'pino';
import { beforeEach, expect, test, vi } from 'vitest';
import type { FileUse } from '../../files/file-use.js';
import { OwnedFiles } from '../../files/owned-files.js';
import { buildStoredName } from '../../files/sealed-file.js';
import type { OwnedFile } from '../../vault/files.js';
import { AuthorErased, VaultDamaged, type Vault } from '../../vault/vault.js';
import { formatHour, buildAccount, pictureFacts, buildPictureRecord } from './vault-samples.js';

const requester = { actor: guest, identity: null };
const buildBytes = (letter: string) => Buffer.from(letter.repeat(50));
const getTimeInTwoHours = () => Date.now() + 7_200_000;

export function testFiles(vault: () => Vault): void {
  beforeEach(async () => {
    await vault().createAccount(buildAccount(1, 'Steve'));
    await vault().createAccount(buildAccount(2, 'Alex'));
  });

  /** `usedIds` contains the ids of the files in use, and `hiddenIds` those that the requester cannot see. */
  let usedIds: Set<string>;
  let hiddenIds: Set<string>;
  let errors: object[];
  const buildFileUse = (inTexts: boolean): FileUse => ({
    inTexts,
    findUsed: async (files) => new Set(files.map(({ id }) => id).filter((id) => usedIds.has(id))),
    isVisible: async ({ id }) => usedIds.has(id) && !hiddenIds.has(id),
  });
  const createServer = (uses = [buildFileUse(false)]) => {
    const logger = pino({}, { write: (line: string) => void errors.push(JSON.parse(line) as object) });
    return new OwnedFiles({ vault: vault(), store: vault().fileStore, uses, logger });
  };
  const save = async (ownerId: number | null, letter: string, files = createServer()) => {
    const file = await files.save(ownerId, buildBytes(letter), 'image/webp');
    usedIds.add(file.id);
    return file;
  };
  const read = async ({ id }: OwnedFile) => {
    const visibleFile = await createServer().findVisible('id', id, requester);
    return visibleFile && Buffer.from(visibleFile.bytes);
  };
  const listNames = () => vault().fileStore.list('', '', 100);
  beforeEach(() => {
    [usedIds, hiddenIds, errors] = [new Set(), new Set(), []];
  });

  test('stores a sealed file once per owner, even with two concurrent servers', async () => {
    const [first, second] = await Promise.all([save(1, 'a'), save(1, 'a')]);
    expect(second.id).toBe(first.id);
    const otherFile = await save(2, 'a');
    const site = await save(null, 'a');
    expect(await listNames()).toEqual([first, otherFile, site].map((file) => buildStoredName(file)));
    for (const file of [first, otherFile, site]) {
      expect(await read(file)).toEqual(buildBytes('a'));
      const sealedBytes = Buffer.from((await vault().fileStore.get(buildStoredName(file))) ?? []);
      expect(sealedBytes.includes('aaaa')).toBe(false);
    }
    expect(buildStoredName(first)).not.toContain(first.hash);
  });

  test('a file is readable only for those who can view something that refers to it', async () => {
    const [ownFile, otherFile] = [await save(1, 'a'), await save(2, 'a')];
    hiddenIds.add(ownFile.id);
    expect(await read(ownFile)).toBeNull();
    expect((await createServer().findVisible('hash', ownFile.hash, requester))?.ownerId).toBe(2);
    usedIds.delete(otherFile.id);
    expect(await createServer().findVisible('hash', ownFile.hash, requester)).toBeNull();
  });

  test('removes files left unreferenced by a crash, but only after an hour', async () => {
    const [usedFile, lostFile] = [await save(1, 'a'), await save(1, 'b')];
    usedIds.delete(lostFile.id);
    await createServer().sweep();
    expect(await listNames()).toHaveLength(2);
    await createServer().sweep(getTimeInTwoHours());
    expect(await listNames()).toEqual([buildStoredName(usedFile)]);
    expect(await vault().findFilesBy('ownerId', 1)).toEqual([usedFile]);
    expect(errors).toEqual([]);
  });

  const savePicture = (ownerId: number, letter: string, thumbnail = 'small', tiny = 'tiny') => {
    const picture = { facts: pictureFacts, thumbnail: Buffer.from(thumbnail), tiny: Buffer.from(tiny) };
    return createServer().save(ownerId, buildBytes(letter), 'image/webp', picture);
  };
  const buildSizes = (file: OwnedFile) => [buildStoredName(file), buildStoredName(file, 'small')];

  test('stores a picture and its smaller sizes once, each sealed with a key of its own', async () => {
    const file = await savePicture(1, 'a', 'a'.repeat(50));
    expect(await savePicture(1, 'a', 'a'.repeat(50))).toMatchObject({ id: file.id, order: file.order });
    expect(file).toMatchObject({ picture: pictureFacts, storedBytes: 104, tinyBytes: 4 });
    expect(await listNames()).toEqual(buildSizes(file));
    const [full, small] = await Promise.all(buildSizes(file).map((name) => vault().fileStore.get(name)));
    expect(Buffer.from(full ?? [])).not.toEqual(Buffer.from(small ?? []));
    for (const size of ['full', 'small'] as const)
      expect(Buffer.from((await createServer().read(file, size)) ?? [])).toEqual(buildBytes('a'));
    expect(String(Buffer.from((await createServer().read(file, 'tiny')) ?? []))).toBe('tiny');
    const { tinyBytes: _, ...older } = file;
    expect(
      await createServer().read(older, 'tiny'),
      'everything, if it was stored before the tiny size existed',
    ).toHaveLength(54);
    expect((await savePicture(1, 'a', 'another')).id, 'a key seals no second thumbnail').not.toBe(file.id);
    expect((await savePicture(1, 'a', 'a'.repeat(50), 'another')).id).not.toBe(file.id);
  });

  test('shows only pictures for texts, and only to those who may see them', async () => {
    const [picture, avatar] = [await savePicture(1, 'a'), await save(1, 'b')];
    expect(await createServer().findVisiblePicture(picture.id, requester)).toBeNull();
    usedIds.add(picture.id);
    expect(await createServer().findVisiblePicture(picture.id, requester)).toEqual(picture);
    expect(await createServer().findVisiblePicture(avatar.id, requester)).toBeNull();
  });

  test('removes an unused picture with its thumbnail after a day, and a removed one immediately', async () => {
    const [unusedPicture, usedPicture] = [await savePicture(1, 'a'), await savePicture(1, 'b')];
    usedIds.add(usedPicture.id);
    await createServer().sweep(getTimeInTwoHours());
    expect(await listNames()).toHaveLength(4);
    await createServer().sweep(Date.now() + 25 * 3_600_000);
    expect(await listNames()).toEqual(buildSizes(usedPicture));
    expect(await vault().findFilesBy('id', unusedPicture.id)).toEqual([]);
    await vault().fileStore.remove(buildStoredName(usedPicture, 'small'));
    await createServer().sweep(Date.now() + 25 * 3_600_000);
    expect(errors).toEqual([expect.objectContaining({ file: usedPicture.id, msg: "a file's bytes are missing" })]);
    await createServer().remove(usedPicture.id);
    expect([await listNames(), await vault().findFilesBy('ownerId', 1)]).toEqual([[], []]);
  });

  test('a sweep preserves a picture that a text is about to use', async () => {
    const { id, order } = await savePicture(1, 'a');
    const old = await vault().saveFile({ ...buildPictureRecord('x', 1, 10), id, savedAt: formatHour(1) });
    let isClaimed = false;
    const posting: FileUse = {
      ...buildFileUse(true),
      findUsed: async () => {
        isClaimed = await createServer().claim(old);
        return new Set();
      },
    };
    await createServer([posting]).sweep();
    expect(isClaimed).toBe(true);
    expect(await vault().findFilesBy('id', id)).toEqual([expect.objectContaining({ id, order })]);
    expect(await listNames()).toEqual(buildSizes(old));
    await createServer([buildFileUse(true)]).sweep(Date.now() + 25 * 3_600_000);
    expect([await createServer().claim(old), await listNames()]).toEqual([false, []]);
  });

  test('an erasure removes thumbnails, and retains those of pictures that texts use', async () => {
    const [usedPicture, unusedPicture] = [await savePicture(1, 'a'), await savePicture(1, 'b')];
    usedIds.add(usedPicture.id);
    await createServer([buildFileUse(true)]).eraseAccount(1, false);
    expect(await listNames()).toEqual(buildSizes(usedPicture));
    expect(await vault().sumStoredSpace(null)).toEqual([{ ownerId: 1, bytes: usedPicture.storedBytes }]);
    expect(await createServer().read(unusedPicture, 'small')).toBeNull();
    await createServer([buildFileUse(true)]).eraseAccount(1, true);
    expect(await listNames()).toEqual([]);
  });

  test('a sweep removes no files if it cannot determine whether they are used', async () => {
    const lostFile = await createServer().save(1, buildBytes('a'), 'image/webp');
    const findUsed = () => Promise.reject(new Error('behind'));
    await expect(
      createServer([buildFileUse(false), { ...buildFileUse(true), findUsed }]).sweep(getTimeInTwoHours()),
    ).rejects.toThrow('behind');
    expect(await listNames()).toEqual([buildStoredName(lostFile)]);
  });

  test('a sweep preserves files that are uploaded again in the meantime', async () => {
    const file = await createServer().save(1, buildBytes('a'), 'image/webp');
    await vault().removeFile(file);
    await vault().saveFile({ ...file, savedAt: formatHour(1) });
    const uploadingUse = { ...buildFileUse(false), findUsed: async () => (await save(1, 'a'), new Set<string>()) };
    await createServer([uploadingUse]).sweep();
    expect(await read(file)).toEqual(buildBytes('a'));
  });

  test('reports missing and damaged bytes of a file, and another upload restores missing ones', async () => {
    const file = await save(1, 'a');
    await vault().fileStore.remove(buildStoredName(file));
    await createServer().sweep(getTimeInTwoHours());
    expect(errors).toEqual([expect.objectContaining({ file: file.id, msg: "a file's bytes are missing" })]);
    expect(await read(file)).toBeNull();
    await save(1, 'a');
    expect(await read(file)).toEqual(buildBytes('a'));
    await vault().fileStore.put(buildStoredName(file), buildBytes('x'));
    await expect(read(file)).rejects.toThrow(new VaultDamaged(`the file ${file.id}`));
  });

  test('a sweep lists the stored files instead of looking up each of them', async () => {
    await vault().createAccount(buildAccount(12, 'Robin'));
    const [avatar, picture, other] = [await save(1, 'a'), await savePicture(12, 'b'), await savePicture(2, 'c')];
    for (const { id } of [picture, other]) usedIds.add(id);
    for (const name of ['1/lost', '3/lost']) await vault().fileStore.put(name, buildBytes('x'));
    for (const name of buildSizes(picture)) await vault().fileStore.remove(name);
    const [has, list] = [vi.spyOn(vault().fileStore, 'has'), vi.spyOn(vault().fileStore, 'list')];
    await createServer().sweep(Date.now() + 25 * 3_600_000);
    expect([has.mock.calls.length, list.mock.calls.length]).toEqual([0, 1]);
    expect(await listNames()).toEqual([buildStoredName(avatar), ...buildSizes(other)]);
    expect(errors).toMatchObject([{ file: picture.id }]);
  });

  test("an erasure removes the member's files along with the key", async () => {
    const [goneFile, remainingFile] = [await save(1, 'a'), await save(2, 'a')];
    await createServer([buildFileUse(true)]).eraseAccount(1, true);
    expect(await listNames()).toEqual([buildStoredName(remainingFile)]);
    expect(await vault().findFilesBy('id', goneFile.id)).toEqual([]);
    expect(await read(remainingFile)).toEqual(buildBytes('a'));
    await expect(save(1, 'a')).rejects.toBeInstanceOf(AuthorErased);
  });

  test.each([true, false])('an erasure preserves only files that are used in posts (in posts: %s)', async (inTexts) => {
    const [usedFile, unusedFile] = [await save(1, 'a'), await save(1, 'b')];
    usedIds.delete(unusedFile.id);
    await createServer([buildFileUse(inTexts)]).eraseAccount(1, false);
    expect(await listNames()).toEqual(inTexts ? [buildStoredName(usedFile)] : []);
    expect(await read(usedFile)).toEqual(inTexts ? buildBytes('a') : null);
  });

  test('files from an interrupted erasure are unreadable, and the next sweep removes them', async () => {
    const [goneFile, remainingFile] = [await save(1, 'a'), await save(2, 'b')];
    vi.spyOn(vault().fileStore, 'list').mockRejectedValue(new Error('killed'));
    await expect(createServer().eraseAccount(1, true)).rejects.toThrow('killed');
    vi.restoreAllMocks();
    expect(await vault().findFilesBy('id', goneFile.id)).toEqual([]);
    expect(await listNames()).toHaveLength(2);
    await createServer().sweep();
    expect(await listNames()).toEqual([buildStoredName(remainingFile)]);
  });
}
