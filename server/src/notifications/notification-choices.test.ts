import { join } from 'node:path';
import { temporaryFolder } from '@guildhall/event-store/testing/temporary-folder.js';
import { expect, onTestFinished, test } from 'vitest';
import { openSqliteVault } from '../vault/sqlite/sqlite-vault.js';
import { notificationSettings } from './notification-choices.js';

test('ignores stored kinds that only a newer version knows', async () => {
  const vault = await openSqliteVault(join(temporaryFolder(), 'vault.db'));
  onTestFinished(() => vault.close());
  const [page, email, push] = [{ wall: false, raid: true }, { wall: 'weekly', raid: 'daily' }, { raid: false }];
  await vault.editChoice(1, 'notification-settings', () => JSON.stringify({ page, email, push }));
  const settings = await notificationSettings({ vault }, 1);
  expect(settings).toMatchObject({
    page: { wall: false, reply: true },
    email: { wall: 'weekly' },
    push: { wall: true },
  });
  for (const choices of [settings.page, settings.email, settings.push]) expect(choices).not.toHaveProperty('raid');
});
