import { expect, test } from 'vitest';
import type { Vault } from '../vault/vault.js';
import { sweepPictures } from './sweep-pictures.js';
import { initialPicture } from './initial-picture.js';
import { pictureAddress } from './picture-address.js';

const now = Date.parse('2026-01-01T12:00:00.000Z');
const picture = (n: number, createdAt = new Date(now - 3_600_001).toISOString()) => ({
  ...{ hash: String(n).padStart(64, '0'), ownerId: n, createdAt },
});

test('Every page of pictures is swept: what an account shows stays, and what is younger than an hour', async () => {
  const young = new Date(now - 3_600_000).toISOString();
  const all = Array.from({ length: 1_001 }, (_, n) => picture(n, n === 1_000 ? young : undefined));
  const removed: number[] = [];
  const vault = {
    ownedPictures: (after: { ownerId: number } | null, limit: number) =>
      Promise.resolve(all.filter(({ ownerId }) => ownerId > (after?.ownerId ?? -1)).slice(0, limit)),
    accountNamesOf: (ids: number[]) =>
      Promise.resolve(ids.map((id) => ({ id, avatar: id % 500 === 7 ? pictureAddress(picture(id)) : null }))),
    removePicture: ({ ownerId }: { ownerId: number }) => Promise.resolve(void removed.push(ownerId)),
  };
  await sweepPictures(vault as unknown as Vault, now); // it calls nothing else
  expect(removed).toEqual(all.map(({ ownerId }) => ownerId).filter((id) => id % 500 !== 7 && id < 1_000));
});

test('The picture of an initial is the same for a name in any case', () => {
  expect(initialPicture('steve')).toBe(initialPicture('STEVE'));
  expect(initialPicture('_steve')).toContain('>S</text>');
  expect(initialPicture('___')).toContain('>?</text>');
});
