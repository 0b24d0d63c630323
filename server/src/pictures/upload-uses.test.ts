import { guest } from '@guildhall/domain/permissions.js';
import { expect, test, vi } from 'vitest';
import { buildPictureRecord } from '../testing/vault/vault-samples.js';
import { testServer } from '../testing/services.js';
import { createTextPictureUse } from './upload-uses.js';

const site = testServer();

test('checks only the thousand newest of the texts that use a picture', async () => {
  const { services } = site;
  const use = createTextPictureUse({ ...services, visibleReports: () => Promise.resolve([]) });
  const find = vi.spyOn(services.views.store, 'find').mockImplementation((_, __, { limit = 0 } = {}) => {
    const hiddenUse = { id: '', pos: '', upload: '', kind: 'report', textId: 1, current: true, order: '1' };
    return Promise.resolve(Array.from({ length: limit }, () => hiddenUse) as never[]);
  });
  expect(await use.isVisible(buildPictureRecord('a', 1, 10), { actor: guest, identity: null })).toBe(false);
  expect(find).toHaveBeenCalledTimes(10);
});
