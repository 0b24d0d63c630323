import { test } from 'vitest';
import { backUpWhileWriting } from '../support/processes/backups.js';

test('includes everything acknowledged before a backup under load', async () => {
  await backUpWhileWriting(1);
});
