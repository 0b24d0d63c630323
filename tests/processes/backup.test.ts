import { test } from 'vitest';
import { backUpWhileWriting } from '../support/processes/backups.js';

test('a backup under load includes everything acknowledged before it', async () => {
  await backUpWhileWriting(1);
});
