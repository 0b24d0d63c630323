import { test } from 'vitest';
import { killWhileUploading } from '../support/processes/killing/kill-while-uploading.js';

test('two kills neither lose nor double any of 60 pictures that 20 members upload', { timeout: 900_000 }, async () => {
  await killWhileUploading(60);
});
