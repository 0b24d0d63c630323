import { test } from 'vitest';
import { backUpWhileWriting } from '../support/processes/backups.js';

test('a backup taken while members write and register contains all that was acknowledged before it', async () => {
  await backUpWhileWriting(1);
});
