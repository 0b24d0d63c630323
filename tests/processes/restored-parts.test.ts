import { expect, test } from 'vitest';
import { createTemporaryFolder } from '../support/processes/server-process.js';
import { TwiceBackedUp } from '../support/processes/restored-parts.js';

test("shows the log's content even if the log or the vault is from an older backup", async () => {
  const site = await TwiceBackedUp.create(createTemporaryFolder());
  await site.expectWhatLogSays({ log: 'older', vault: 'newer', views: 'newer', search: 'older' });
  await site.expectWhatLogSays({ log: 'newer', vault: 'older', views: 'older', search: 'older' });
  expect.hasAssertions();
});
