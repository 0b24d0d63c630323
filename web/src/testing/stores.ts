import type * as Zustand from 'zustand';
import type { StateCreator } from 'zustand';

const resets = new Set<() => void>();

/** Wraps Zustand's `create` and records each store so that the next test starts with its initial state. */
export function trackStores({ create }: Pick<typeof Zustand, 'create'>) {
  const createTracked = <State>(creator: StateCreator<State>) => {
    const store = create(creator);
    resets.add(() => store.setState(store.getInitialState(), true));
    return store;
  };
  return <State>(creator?: StateCreator<State>) => (creator ? createTracked(creator) : createTracked);
}

export function resetStores(): void {
  for (const reset of resets) reset();
}
