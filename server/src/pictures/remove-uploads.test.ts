import { randomUUID } from 'node:crypto';
import { expect, test, vi } from 'vitest';
import { createSystemContext } from '../commands/command-context.js';
import { ReactionRunner } from '../reactions/run-reaction.js';
import { createPictureFile } from '../testing/picture-files.js';
import { addMember, testServer } from '../testing/services.js';
import { sealWithPictures } from './pictures-in-text.js';
import { removeUploads } from './remove-uploads.js';

const site = testServer();

async function uploadPicture() {
  const { services } = site;
  const { id: ownerId } = await addMember(services, 'owner');
  const bytes = await createPictureFile('png', 40, 30, '#102030');
  return { ownerId, bytes, uploadId: (await services.uploads.add(ownerId, bytes, randomUUID())).id };
}

async function recordRemoval(data: { ownerId: number; uploadId: string }): Promise<void> {
  const event = { id: crypto.randomUUID(), type: 'UploadRemoved.v1', data, metadata: {} };
  await site.services.log.append(`upload-${data.uploadId}`, [event], 'no-stream');
}

const countStored = async (ownerId: number) => ({
  records: (await site.services.vault.findFilesBy('ownerId', ownerId)).length,
  files: (await site.services.vault.fileStore.list(`${ownerId}/`, '', 10)).length,
});

test('an interrupted removal by an Admin is completed', async () => {
  const { ownerId, uploadId } = await uploadPicture();
  const firstPosition = await site.services.log.readHead();
  await recordRemoval({ ownerId, uploadId });
  expect(await countStored(ownerId)).toEqual({ records: 1, files: 2 });
  const runner = new ReactionRunner(site.services, removeUploads(site.services), firstPosition);
  runner.start(site.follower);
  await expect.poll(() => countStored(ownerId), { timeout: 10_000 }).toEqual({ records: 0, files: 0 });
  await runner.stop();
});

test('a completed removal can be repeated', async () => {
  const { ownerId, uploadId } = await uploadPicture();
  await recordRemoval({ ownerId, uploadId });
  const [event] = await site.services.log.readStream(`upload-${uploadId}`);
  const { handle } = removeUploads(site.services);
  for (let n = 0; n < 2; n++) if (event) await handle(event, (part) => createSystemContext('remove-uploads', part));
  expect(await countStored(ownerId)).toEqual({ records: 0, files: 0 });
});

test('an upload that ends after the removal of the same picture does not restore it', async () => {
  const { ownerId, uploadId, bytes } = await uploadPicture();
  const { files, uploads } = site.services;
  const save = files.save.bind(files);
  vi.spyOn(files, 'save').mockImplementationOnce(async (...picture) => {
    await recordRemoval({ ownerId, uploadId });
    await files.remove(uploadId);
    return save(...picture);
  });
  await expect(uploads.add(ownerId, bytes, randomUUID())).rejects.toMatchObject({ code: 'upload-removed' });
  expect(await countStored(ownerId)).toEqual({ records: 0, files: 0 });
});

test('texts show the description of a removed picture, even after a restart', async () => {
  const { ownerId, uploadId } = await uploadPicture();
  const { content } = await sealWithPictures(site.services, { authorId: ownerId }, `![A tower](upload:${uploadId})`);
  const openText = async () => {
    const text = (await site.services.texts.open([content])).get(content);
    return { html: text?.html, picture: text?.leadingPicture?.id };
  };
  expect(await openText()).toMatchObject({ html: expect.stringContaining('<img') as string, picture: uploadId });
  site.follower.start();
  await recordRemoval({ ownerId, uploadId });
  const description = { html: '<p>A tower</p>\n', picture: undefined };
  await expect.poll(openText, { timeout: 10_000 }).toEqual(description);
  await site.services.uploads.completeRemoval(uploadId);
  await site.restart();
  expect(await openText()).toEqual(description);
});
