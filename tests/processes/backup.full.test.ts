import { test } from 'vitest';
import { backUpWhileWriting } from '../support/processes/backups.js';

test('five backups taken while members write and register contain all that was acknowledged before each', async () => {
  await backUpWhileWriting(5);
});
