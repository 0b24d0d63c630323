import { test } from 'vitest';
import { killWhileActing } from '../support/processes/killing/kill-while-acting.js';
import { EmbeddedKilledSite } from '../support/processes/killing/killed-sites.js';

test('ten kills of the server neither lose nor repeat an acknowledged action', async () => {
  await killWhileActing(10, () => EmbeddedKilledSite.start());
});
