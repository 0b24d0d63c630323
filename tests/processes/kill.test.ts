import { test } from 'vitest';
import { killWhilePosting } from '../support/processes/kill-while-posting.js';

test('a server killed twice while members post loses no acknowledged reply and repeats none', async () => {
  await killWhilePosting(2);
});
