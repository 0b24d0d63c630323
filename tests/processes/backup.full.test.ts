import { test } from 'vitest';
import { backUpWhileWriting } from '../support/processes/backups.js';

test('includes everything acknowledged before each of five backups under load', async () => {
  await backUpWhileWriting(5);
});
