import { test } from 'vitest';
import { killWhileActing } from '../support/processes/killing/kill-while-acting.js';
import { EmbeddedKilledSite } from '../support/processes/killing/killed-sites.js';

test('loses and repeats no acknowledged action when the server is killed ten times', async () => {
  await killWhileActing(10, () => EmbeddedKilledSite.start());
});
