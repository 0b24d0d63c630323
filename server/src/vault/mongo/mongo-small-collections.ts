import { MongoServerError } from 'mongodb';
import type { ReactionCalls } from '../reactions.js';
import type { OnCollections } from './mongo-collections.js';
import type { BannedAddressCalls, ChoiceCalls } from '../vault.js';
import type { LogBindingCalls } from '../log-binding.js';

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

export function mongoChoices(on: OnCollections): ChoiceCalls {
  return {
    choice: (userId, name) =>
      on(async ({ choices }) => (await choices.findOne({ _id: `${userId} ${name}` }))?.value ?? null),
    setChoice: (userId, name, value) =>
      on(async ({ choices }) => {
        await choices.updateOne({ _id: `${userId} ${name}` }, { $set: { userId, value } }, { upsert: true });
      }),
  };
}

export function mongoLogBinding(on: OnCollections): LogBindingCalls {
  return {
    logBinding: () => on(async ({ logBinding }) => (await logBinding.findOne({ _id: 'binding' }))?.binding ?? null),
    bindToLog: (binding) =>
      on(async ({ logBinding }) => {
        await logBinding.replaceOne({ _id: 'binding' }, { binding }, { upsert: true });
      }),
  };
}

const duplicateKey = 11000;

export function mongoReactions(on: OnCollections): ReactionCalls {
  return {
    reactions: () =>
      on(async ({ reactions }) => {
        const documents = await reactions.find({}).sort({ _id: 1 }).toArray();
        return documents.map(({ record }) => record);
      }),
    saveReaction: (record) =>
      on(async ({ reactions }) => {
        const { name, version } = record;
        try {
          if (version === 1) return (await reactions.insertOne({ _id: name, version, record })).acknowledged;
        } catch (error) {
          if (error instanceof MongoServerError && error.code === duplicateKey) return false;
          throw error;
        }
        const filter = { _id: name, version: version - 1 };
        return (await reactions.updateOne(filter, { $set: { version, record } })).modifiedCount > 0;
      }),
  };
}
