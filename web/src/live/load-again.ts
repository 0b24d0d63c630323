const spread = 3_000;

/**
 * Runs `load` once after a small random wait, so that a thousand open pages do not ask in the same moment.
 * @returns the end of it, for a page that is left meanwhile.
 */
export function loadAgainSoon(load: () => void): () => void {
  const timer = setTimeout(load, 200 + Math.random() * spread);
  return () => clearTimeout(timer);
}
