import { read } from '../shared/browser/draft-slots.js';
import { listStoredKeys } from '../shared/browser/storage.js';

export function listDraftTexts(): string[] {
  return listStoredKeys('draft.').flatMap((key) => read(key)?.text ?? []);
}

type Action = () => unknown;

/**
 * Runs `action` as another tab, and then dispatches its storage changes to `window`, as browsers do. The copy that made
 * a change also receives it and must ignore it.
 */
export function runAsTab(action: Action): void {
  const events: StorageEventInit[] = [];
  const { setItem, removeItem } = Storage.prototype;
  Storage.prototype.setItem = function (key: string, newValue: string) {
    setItem.call(this, key, newValue);
    events.push({ key, newValue });
  };
  Storage.prototype.removeItem = function (key: string) {
    if (this.getItem(key) !== null) events.push({ key, newValue: null });
    removeItem.call(this, key);
  };
  try {
    action();
  } finally {
    Object.assign(Storage.prototype, { setItem, removeItem });
  }
  for (const event of events) runAsTab(() => window.dispatchEvent(new StorageEvent('storage', event)));
}
