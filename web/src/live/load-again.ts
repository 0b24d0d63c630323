const spread = 3_000;
const longest = 30_000;

/**
 * Runs `load` once after a small random wait, so that a thousand open pages do not ask in the same moment; after
 * `failures` loads in a row that had no answer the wait is longer each time.
 * @returns the end of it, for a page that is left meanwhile.
 */
export function loadAgainSoon(load: () => void, failures = 0): () => void {
  const delay = failures === 0 ? 0 : Math.min(longest, 1_000 * 2 ** failures);
  const timer = setTimeout(load, 200 + delay + Math.random() * spread);
  return () => clearTimeout(timer);
}
