import type { LogBindingCalls } from '../log-binding.js';
import type { OnCollections } from './mongo-collections.js';

export function mongoLogBinding(on: OnCollections): LogBindingCalls {
  return {
    logBinding: () => on(async ({ logBinding }) => (await logBinding.findOne({ _id: 'binding' }))?.binding ?? null),
    bindToLog: (binding) =>
      on(async ({ logBinding }) => {
        await logBinding.replaceOne({ _id: 'binding' }, { binding }, { upsert: true });
      }),
  };
}
