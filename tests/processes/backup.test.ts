import { test } from 'vitest';
import { backUpWhileWriting } from '../support/processes/backups.js';

test('backs up everything acknowledged before a backup under load', async () => {
  await backUpWhileWriting(1);
});
