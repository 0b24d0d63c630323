import { findMongoUrl } from '@guildhall/projections/testing/mongo/mongodb.js';
import { findS3Server } from '@guildhall/server/testing/s3-server.js';
import { describe, test } from 'vitest';
import { killWhileUploading } from '../support/processes/killing/kill-while-uploading.js';
import { FolderUploadSite, NetworkUploadSite, S3UploadSite } from '../support/processes/killing/upload-sites.js';

const s3Server = findS3Server();
const mongo = await findMongoUrl();
const timeout = 900_000;
/** Far less than decoding a picture takes, and more than a busy machine needs for anything else. */
const maxHeldMs = 250;

describe('two kills neither lose nor duplicate any picture that 12 members upload', () => {
  test('12 pictures in a folder', { timeout }, async () => {
    await killWhileUploading(12, new FolderUploadSite(), maxHeldMs);
  });

  test.skipIf(s3Server === null)('12 pictures in S3', { timeout }, async () => {
    await killWhileUploading(12, await S3UploadSite.open(s3Server!), maxHeldMs);
  });

  test.skipIf(mongo === null)('12 pictures in MongoDB, in network mode', { timeout }, async () => {
    await killWhileUploading(12, await NetworkUploadSite.open(mongo!), maxHeldMs);
  });
});
