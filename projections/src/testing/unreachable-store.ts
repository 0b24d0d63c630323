import type { Position } from '@guildhall/event-store/port.js';
import { StoreUnavailable } from '../view-store.js';
import type { ViewStore } from '../view-store.js';

type Refusals = Partial<Record<keyof ViewStore, number>>;

export function makeUnreachable(store: ViewStore, refusals: Refusals, when: 'before' | 'after' = 'before') {
  const remainingRefusals = new Map(Object.entries(refusals));
  let refused = 0;
  const flaky = new Proxy(store, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name, target);
      if (typeof value !== 'function') return value;
      return (...parameters: unknown[]): unknown => {
        const times = remainingRefusals.get(String(name)) ?? 0;
        const call = () => Reflect.apply(value, target, parameters) as Promise<unknown>;
        if (times === 0) return call();
        remainingRefusals.set(String(name), times - 1);
        refused += 1;
        const fail = () => Promise.reject(new StoreUnavailable(`${String(name)}: unreachable`));
        return when === 'after' ? call().then(fail) : fail();
      };
    },
  });
  const refuse = (addRefusals: Refusals) =>
    Object.entries(addRefusals).forEach(([name, times]) => remainingRefusals.set(name, times));
  return { flaky, refuse, refused: () => refused };
}

/** Fails to write what the event at a position changed, however often the write is retried. */
export function failWritesAt(store: ViewStore, position: Position): { store: ViewStore; refused: () => number } {
  let refused = 0;
  const apply: ViewStore['apply'] = (page) => {
    if (!page.writes.some(({ pos }) => pos === position)) return store.apply(page);
    refused++;
    return Promise.reject(new TypeError('it cannot be written'));
  };
  const get = (target: ViewStore, name: string | symbol): unknown => {
    const value: unknown = Reflect.get(target, name, target);
    return typeof value === 'function' ? (value.bind(target) as unknown) : value;
  };
  return {
    store: new Proxy(store, { get: (target, name) => (name === 'apply' ? apply : get(target, name)) }),
    refused: () => refused,
  };
}
