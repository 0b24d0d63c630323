export function seedOfRun(): number {
  return Number(process.env['SEED'] ?? Date.now() % 1_000_000);
}

/** Returns numbers from 0 to below 1, always the same for a given seed. */
export function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}
