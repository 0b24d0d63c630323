import { constants, type PerformanceEntry, PerformanceObserver } from 'node:perf_hooks';
import { getHeapSpaceStatistics, type HeapSpaceInfo, setFlagsFromString } from 'node:v8';

const mib = 2 ** 20;
/** To which the young generation grows, both halves; and while it is collected often, which costs less in a larger one. */
const maxYoung = 8 * mib;
const maxBusyYoung = 16 * mib;
/** Often: this many times within a second. */
const busyCollections = 20;
/** The rest, with buffers, is collected when it takes this much, or by `minGrowth` more than what was in use. */
const maxOld = 64 * mib;
const minGrowth = 0.4;
const maxGrowth = 3; // V8's own, for a heap without a limit

/**
 * Keeps V8's heap small while the process runs, by setting flags after collections. V8 lets the old generation grow to four
 * times of what is in use before it collects it. The largest size of the young generation is fixed at the start of a
 * process, but not by how much it grows. It shrinks only when V8 finds that little is allocated.
 */
export function boundHeap(): void {
  const bounds = new HeapBounds(setFlagsFromString);
  const observer = new PerformanceObserver((list) => {
    const isWhole = list.getEntries().some((entry) => (entry as Collection).detail?.kind === wholeHeap);
    const spaces = getHeapSpaceStatistics();
    if (isWhole) bounds.boundOld(spaces, process.memoryUsage().external);
    bounds.collected(list.getEntries().length, performance.now());
    bounds.boundYoung(spaces);
  });
  observer.observe({ entryTypes: ['gc'] });
  // A thread that starts sets a growth factor of 1 back to 2, and several collections may come before the observer runs.
  process.on('worker', (worker) => worker.once('online', () => bounds.boundYoung(getHeapSpaceStatistics())));
}

interface Collection extends PerformanceEntry {
  detail?: { kind?: number };
}
/** As Node 20, 22 and 24 name them. */
const ofOldGeneration = /^(old|code|trusted|large_object|code_large_object|trusted_large_object)_space$/;
const wholeHeap = constants.NODE_PERFORMANCE_GC_MAJOR;

type Space = Pick<HeapSpaceInfo, 'space_name' | 'space_size' | 'space_used_size'>;

export class HeapBounds {
  private growthPercent = 0;
  private collections = 0;
  private countedFrom = 0;
  private isBusy = false;

  constructor(private readonly setFlag: (flag: string) => void) {}

  /** @param now in ms */
  collected(count: number, now: number): void {
    this.collections += count;
    if (this.collections < busyCollections) return;
    this.isBusy = now - this.countedFrom < 1_000;
    this.collections = 0;
    this.countedFrom = now;
  }

  /** Sets the flag also where it has not changed: V8 may have. */
  boundYoung(spaces: readonly Space[]): void {
    const size = spaces.find(({ space_name }) => space_name === 'new_space')?.space_size ?? 0;
    const factor = size < (this.isBusy ? maxBusyYoung : maxYoung) ? 2 : 1;
    this.setFlag(`--semi-space-growth-factor=${factor}`);
  }

  /** After a collection of the whole heap. @param external the bytes of buffers */
  boundOld(spaces: readonly Space[], external: number): void {
    const old = spaces.filter(({ space_name }) => ofOldGeneration.test(space_name));
    const used = old.reduce((sum, { space_used_size }) => sum + space_used_size, 0);
    const growth = Math.min(maxGrowth, Math.max(minGrowth, (maxOld - external) / used - 1));
    const percent = Math.round(100 * growth);
    if (percent !== this.growthPercent) this.setFlag(`--heap-growing-percent=${percent}`);
    this.growthPercent = percent;
  }
}
