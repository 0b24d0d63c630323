/** Replaces localStorage if it is missing or blocked, because no stored value is worth failing for. */
const memory = new Map<string, string>();
const prefix = 'guildhall.';

function findLocalStorage(): Storage | null {
  try {
    return typeof localStorage === 'undefined' ? null : localStorage;
  } catch {
    return null;
  }
}

export function readStored(key: string): string | null {
  return memory.get(key) ?? findLocalStorage()?.getItem(prefix + key) ?? null;
}

/** @returns whether the value outlives the page */
export function store(key: string, value: string): boolean {
  memory.set(key, value);
  try {
    const storage = findLocalStorage();
    if (!storage) return false;
    storage.setItem(prefix + key, value);
  } catch {
    // The quota is exhausted, so memory holds the value for the rest of the visit.
    return false;
  }
  memory.delete(key);
  return true;
}

export function forget(key: string): void {
  memory.delete(key);
  findLocalStorage()?.removeItem(prefix + key);
}

export function listStoredKeys(start: string): string[] {
  const storage = findLocalStorage();
  const keys = storage ? Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '') : [];
  const ownKeys = keys.filter((key) => key.startsWith(prefix)).map((key) => key.slice(prefix.length));
  return [...new Set([...ownKeys, ...memory.keys()])].filter((key) => key.startsWith(start));
}

export function onStoredElsewhere(listener: (key: string, value: string | null) => void): () => void {
  const onStorage = ({ key, newValue }: StorageEvent) => {
    if (key?.startsWith(prefix)) listener(key.slice(prefix.length), newValue);
  };
  addEventListener('storage', onStorage);
  return () => removeEventListener('storage', onStorage);
}
