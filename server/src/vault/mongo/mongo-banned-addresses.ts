import type { OnCollections } from './mongo-collections.js';
import type { Vault } from '../vault.js';

type BannedAddressCalls = Pick<Vault, 'banAddress' | 'isAddressBanned' | 'pruneBannedAddresses'>;

export function mongoBannedAddresses(on: OnCollections): BannedAddressCalls {
  return {
    banAddress: (hmac, until) =>
      on(async ({ bannedAddresses }) => {
        await bannedAddresses.replaceOne({ _id: hmac }, { until }, { upsert: true });
      }),
    isAddressBanned: (hmac, now) =>
      on(async ({ bannedAddresses }) => {
        const found = await bannedAddresses.findOne({ _id: hmac });
        return found !== null && (found.until === null || found.until > now);
      }),
    pruneBannedAddresses: (now) =>
      on(async ({ bannedAddresses }) => void (await bannedAddresses.deleteMany({ until: { $lte: now, $gt: '' } }))),
  };
}
