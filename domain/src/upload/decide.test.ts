import { describe, test } from 'vitest';
import { permissionKeys } from '../roles.js';
import { given } from '../testing/given.js';
import { anna, guestActor, buildHolder, mila } from '../testing/people.js';
import { upload } from './decide.js';

const data = { uploadId: 'a'.repeat(32), ownerId: 101 };
const remove = { type: 'RemoveUpload', ...data } as const;
const removed = { type: 'UploadRemoved.v1', data } as const;

describe('removing an uploaded picture', () => {
  test('records the removal by an Admin only once', () => {
    given(upload).when(remove, { actor: mila }).then(removed);
    given(upload, removed).when(remove, { actor: mila }).thenNothing();
  });

  test.each([
    ['a guest', guestActor],
    ['its uploader', anna],
    ['a holder of every key who is not an Admin', buildHolder(...permissionKeys)],
  ])('rejects the removal by %s as not found', (_, actor) => {
    given(upload).when(remove, { actor }).thenRefused('not-found');
  });
});
