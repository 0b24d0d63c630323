import { test } from 'vitest';
import { killWhileUploading } from '../support/processes/killing/kill-while-uploading.js';
import { FolderUploadSite } from '../support/processes/killing/upload-sites.js';

/** On an idle machine. */
const maxHeldMs = 50;
const timeout = 3 * 3_600_000;

test('two kills neither lose nor duplicate any of 1,000 pictures that 20 members upload', { timeout }, async () => {
  await killWhileUploading(1_000, new FolderUploadSite(), maxHeldMs);
});
