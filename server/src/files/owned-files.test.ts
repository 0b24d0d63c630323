import { StoreUnavailable } from '@guildhall/projections/view-store.js';
import { describe, expect, test } from 'vitest';
import { createNewAccount } from '../accounts/accounts.js';
import { testServer } from '../testing/services.js';
import { pictureFacts } from '../testing/vault/vault-samples.js';

const getTimeInTwoDays = () => Date.now() + 48 * 3_600_000;

describe('pictures while the views lack an event', () => {
  const site = testServer();

  async function saveUnusedPicture(ownerId: number) {
    const { vault, files, views } = site.services;
    await vault.createAccount(createNewAccount(ownerId, `name${ownerId}`, `${ownerId}@example.org`, 'no password'));
    await views.store.setMeta('poison', [
      { position: '1', type: 'ReplyPosted.v1', stream: 'post-1', error: '', at: '' },
    ]);
    const picture = { facts: pictureFacts, thumbnail: Buffer.from('small'), tiny: Buffer.from('tiny') };
    return files.save(ownerId, Buffer.from('large'), 'image/webp', picture);
  }
  const findRecords = async (id: string) => site.services.vault.findFilesBy('id', id);

  test('the sweep removes no picture, because the skipped text may use it', async () => {
    const { files, views } = site.services;
    const { id } = await saveUnusedPicture(1);
    await expect(files.sweep(getTimeInTwoDays())).rejects.toThrow(StoreUnavailable);
    expect(await findRecords(id)).toHaveLength(1);
    await views.store.setMeta('poison', []);
    await files.sweep(getTimeInTwoDays());
    expect(await findRecords(id)).toEqual([]);
  });

  test('an erasure that retains texts does not wait, and leaves the pictures to the sweep', async () => {
    const { files, vault, views } = site.services;
    const { id } = await saveUnusedPicture(2);
    await files.eraseAccount(2, false);
    expect(await vault.findAccountNames([2])).toEqual([]);
    expect(await findRecords(id)).toHaveLength(1);
    await views.store.setMeta('poison', []);
    await files.sweep(getTimeInTwoDays());
    expect(await findRecords(id)).toEqual([]);
  });
});
