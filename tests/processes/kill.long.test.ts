import { findMongoUrl } from '@guildhall/projections/testing/mongo/mongodb.js';
import { describe, test } from 'vitest';
import { killWhileActing } from '../support/processes/killing/kill-while-acting.js';
import { EmbeddedKilledSite, NetworkKilledSite } from '../support/processes/killing/killed-sites.js';

const mongo = await findMongoUrl();

const kills = Number(process.env['KILLS'] ?? 200);
const timeout = 10 * 3_600_000;

describe(`${kills} kills at random moments while two Admins and ten members are active`, () => {
  test('kills in embedded mode neither lose nor repeat an acknowledged action', { timeout }, async () => {
    await killWhileActing(kills, () => EmbeddedKilledSite.start());
  });

  test.skipIf(!mongo)('kills in network mode neither lose nor repeat an acknowledged action', { timeout }, async () => {
    await killWhileActing(kills, () => NetworkKilledSite.start(mongo ?? ''));
  });
});
