import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';

/**
 * Of each of the two halves of the young generation. V8 lets them grow to 16 MiB in the first second and keeps them: what
 * a start allocates would be in memory for good.
 */
const youngHalfMiB = 4;
/** How much the old generation may grow beyond what is alive before it is collected; V8 lets it grow to four times as much. */
const oldGrowthPercent = 20;

/** Bounds the memory that V8 keeps for garbage. Called before anything else is loaded. */
export function boundHeap(): void {
  setFlagsFromString(`--heap-growing-percent=${oldGrowthPercent}`);
  if (process.execArgv.some((option) => option.includes('semi-space'))) return; // the owner knows better
  setFlagsFromString(`--semi-space-growth-factor=${youngHalfMiB}`); // from 1 MiB
  const alive: object[][] = [];
  while (youngBytes() < youngHalfMiB * 2 ** 20 && alive.length < 1_000)
    alive.push(Array.from({ length: 500 }, () => ({})));
  setFlagsFromString('--semi-space-growth-factor=1');
}

const youngBytes = () =>
  getHeapSpaceStatistics().find(({ space_name: name }) => name === 'new_space')?.space_size ?? Infinity;
