/** Options for an LRU cache. With `max`, it would allocate memory for all entries up front. */
export const limitEntries = (maxSize: number) => ({ maxSize, sizeCalculation: () => 1 });
