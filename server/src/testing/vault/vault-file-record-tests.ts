import { beforeEach, expect, test } from 'vitest';
import type { Vault } from '../../vault/vault.js';
import { buildFileRecord, formatHour, buildAccount, buildPictureRecord } from './vault-samples.js';

export function testFileRecords(vault: () => Vault): void {
  beforeEach(async () => {
    await vault().createAccount(buildAccount(1, 'Steve'));
    await vault().createAccount(buildAccount(2, 'Alex'));
  });

  test('finds file records by id, content and owner, ordered by id', async () => {
    const [a, b, c] = [
      buildFileRecord('a', 1),
      { ...buildFileRecord('b', 2), commandId: 'command of b' },
      buildFileRecord('c', null),
    ];
    for (const file of [c, b, a]) await vault().saveFile(file);
    expect(await vault().findFilesBy('id', 'b')).toEqual([b]);
    expect(await vault().findFilesBy('hash', a.hash)).toEqual([a, b, c]);
    expect(await vault().findFilesBy('ownerId', 1)).toEqual([a]);
    expect(await vault().findFilesBy('commandId', 'command of b')).toEqual([b]);
    expect(await vault().findFilesBy('ownerId', null)).toEqual([c]);
    expect(await vault().listFiles('', 2)).toEqual([a, b]);
    expect(await vault().listFiles('b', 2)).toEqual([c]);
  });

  test('saving a file again only renews its time, so an outdated removal has no effect', async () => {
    const file = buildFileRecord('a', 1);
    expect(await vault().saveFile(file)).toEqual(file);
    const renewedFile = { ...file, savedAt: formatHour(2) };
    expect(await vault().saveFile({ ...renewedFile, salt: new Uint8Array(32) })).toEqual(renewedFile);
    expect(await vault().removeFile(file)).toBe(false);
    expect(await vault().removeFile(renewedFile)).toBe(true);
    expect(await vault().removeFile(renewedFile)).toBe(false);
    expect(await vault().listFiles('', 10)).toEqual([]);
  });

  test('claiming a file prevents an outdated removal, and does not restore a removed file', async () => {
    const file = await vault().saveFile(buildFileRecord('a', 1));
    expect(await vault().claimFile('a', formatHour(2))).toBe(true);
    expect(await vault().findFilesBy('id', 'a')).toEqual([
      { ...file, savedAt: formatHour(2), claimedAt: formatHour(2) },
    ]);
    expect(await vault().removeFile(file)).toBe(false);
    expect(await vault().removeFile({ ...file, savedAt: formatHour(2) })).toBe(true);
    expect(await vault().claimFile('a', formatHour(3))).toBe(false);
    expect(await vault().listFiles('', 10)).toEqual([]);
  });

  test('lists pictures for texts by their first upload, newest first', async () => {
    const [a, b, c] = [buildPictureRecord('a', 1, 10), buildPictureRecord('b', 2, 10), buildPictureRecord('c', 1, 10)];
    for (const file of [c, b, a, buildFileRecord('d', 1)]) await vault().saveFile(file);
    const renewedFile = await vault().saveFile({ ...a, savedAt: formatHour(5), order: `${formatHour(5)} a` });
    expect(renewedFile).toEqual({ ...a, savedAt: formatHour(5) });
    expect(await vault().findPicturesBefore(null, null, 2)).toEqual([c, b]);
    expect(await vault().findPicturesBefore(1, null, 10)).toEqual([c, renewedFile]);
    expect(await vault().findPicturesBefore(1, c.order ?? '', 10)).toEqual([renewedFile]);
  });

  test('records each removed upload once', async () => {
    for (const id of ['a', 'b', 'a']) await vault().recordRemovedUpload(id);
    expect((await vault().findRemovedUploads(['b', 'c', 'a'])).sort()).toEqual(['a', 'b']);
    expect(await vault().findRemovedUploads([])).toEqual([]);
  });

  test('sums up the space that pictures for texts take up by member, largest first', async () => {
    for (const file of [buildPictureRecord('a', 1, 10), buildPictureRecord('b', 2, 30), buildPictureRecord('c', 1, 15)])
      await vault().saveFile(file);
    for (const file of [buildFileRecord('d', 1), buildFileRecord('e', null)]) await vault().saveFile(file);
    expect(await vault().sumStoredSpace(null)).toEqual([
      { ownerId: 2, bytes: 30 },
      { ownerId: 1, bytes: 25 },
    ]);
    expect(await vault().sumStoredSpace(1)).toEqual([{ ownerId: 1, bytes: 25 }]);
    expect(await vault().sumStoredSpace(3)).toEqual([]);
  });
}
