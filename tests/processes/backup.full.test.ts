import { test } from 'vitest';
import { backUpWhileWriting } from '../support/processes/backups.js';

test('each of five backups under load includes everything acknowledged before it', async () => {
  await backUpWhileWriting(5);
});
