import type { ChoiceCalls } from '../choices.js';
import type { OnCollections } from './mongo-collections.js';

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
