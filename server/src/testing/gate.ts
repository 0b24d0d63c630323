import type { ViewStore } from '@guildhall/projections/view-store.js';

export interface Gate {
  reached: Promise<void>;
  release(): void;
}

/**
 * Blocks view store calls. With `reads`, it blocks only the first read of the collection because the projector's reads
 * come later. With `finds`, it also blocks reads of documents whose ids begin with `idPrefix`, which must not be those
 * that the projector reads.
 */
export function createGate(
  store: ViewStore,
  call: 'checkpoint' | 'apply' | { reads: string } | { finds: string; idPrefix: string },
): Gate {
  let release: () => void = () => undefined;
  let reach: () => void = () => undefined;
  const open = new Promise<void>((resolve) => (release = resolve));
  const reached = new Promise<void>((resolve) => (reach = resolve));
  const wait = () => {
    reach();
    return open;
  };
  const [checkpoint, apply, getMany, find] = [
    store.readCheckpoint.bind(store),
    store.apply.bind(store),
    store.getMany.bind(store),
    store.find.bind(store),
  ];
  if (call === 'checkpoint') store.readCheckpoint = () => wait().then(checkpoint);
  else if (call === 'apply') store.apply = (page) => wait().then(() => apply(page));
  else if ('reads' in call) {
    store.getMany = async (collection, ids) => {
      if (collection !== call.reads) return getMany(collection, ids);
      store.getMany = getMany;
      await wait();
      return getMany(collection, ids);
    };
  } else {
    store.find = async (collection, filter, options) => {
      if (collection === call.finds) await wait();
      return find(collection, filter, options);
    };
    store.getMany = async (collection, ids) => {
      if (collection === call.finds && ids.some((id) => String(id).startsWith(call.idPrefix))) await wait();
      return getMany(collection, ids);
    };
  }
  return { reached, release };
}
