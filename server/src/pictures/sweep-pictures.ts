import type { Vault } from '../vault/vault.js';
import type { PictureKey } from '../vault/pictures.js';
import { pictureAddress } from './picture-address.js';

/** A younger picture may not be in its owner's account yet. */
const pictureGraceMs = 3_600_000; // ms
const batchSize = 500;

/** Removes pictures of members that no account shows: a crash can leave one behind. */
export async function sweepPictures(vault: Vault, now = Date.now()): Promise<void> {
  const before = new Date(now - pictureGraceMs).toISOString();
  for (let after: PictureKey | null = null; ;) {
    const page: Awaited<ReturnType<Vault['ownedPictures']>> = await vault.ownedPictures(after, batchSize);
    const owners = await vault.accountNamesOf(page.flatMap(({ ownerId }) => ownerId ?? []));
    const shown = new Set(owners.map(({ id, avatar }) => `${id} ${avatar}`));
    for (const picture of page) {
      const isShown = shown.has(`${picture.ownerId} ${pictureAddress(picture)}`);
      if (!isShown && picture.createdAt < before) await vault.removePicture(picture);
    }
    after = page.at(-1) ?? null;
    if (page.length < batchSize) return;
  }
}
