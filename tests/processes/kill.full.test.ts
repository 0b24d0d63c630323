import { test } from 'vitest';
import { killWhileActing } from '../support/processes/killing/kill-while-acting.js';
import { EmbeddedKilledSite } from '../support/processes/killing/killed-sites.js';

test('a server killed ten times while members act loses no acknowledged action and repeats none', async () => {
  await killWhileActing(10, () => EmbeddedKilledSite.start());
});
