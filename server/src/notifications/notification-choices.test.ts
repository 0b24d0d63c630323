import { join } from 'node:path';
import { createTemporaryFolder } from '@guildhall/event-store/testing/temporary-folder.js';
import { expect, onTestFinished, test } from 'vitest';
import { openSqliteVault } from '../vault/sqlite/sqlite-vault.js';
import { changeNotificationSettings, loadNotificationSettings } from './notification-choices.js';

test('ignores, but retains, what only a newer version knows', async () => {
  const vault = await openSqliteVault(join(createTemporaryFolder(), 'vault.db'));
  onTestFinished(() => vault.close());
  const newer = {
    page: { wall: false, raid: true },
    email: { wall: 'weekly', raid: 'daily', mention: 'monthly', reply: 'monthly' },
    push: { raid: false },
    quiet_hours: '22-8',
    time_zone: 'Mars/Olympus',
  };
  await vault.editChoice(1, 'notification-settings', () => JSON.stringify(newer));
  const settings = await loadNotificationSettings({ vault }, 1);
  expect(settings).toMatchObject({
    page: { wall: false, reply: true },
    email: { wall: 'weekly', mention: 'at-once' },
    push: { wall: true },
    time_zone: null,
  });
  for (const choices of [settings.page, settings.email, settings.push]) expect(choices).not.toHaveProperty('raid');
  await changeNotificationSettings({ vault }, 1, () => ({ email: { reply: 'hourly' }, push_text: false }));
  expect(await loadNotificationSettings({ vault }, 1)).toMatchObject({ email: { reply: 'hourly' }, push_text: false });
  expect(JSON.parse((await vault.findChoice(1, 'notification-settings')) ?? '')).toEqual({
    ...newer,
    email: { ...newer.email, reply: 'hourly' },
    push_text: false,
  });
});
