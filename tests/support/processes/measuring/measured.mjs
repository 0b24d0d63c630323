// Loaded with `--import`, this module reacts to SIGUSR2 by printing how long the event loop was blocked, and the
// current and the peak memory.
import { readFileSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { isMainThread } from 'node:worker_threads';

const resolutionMs = 10;
const mib = 2 ** 20;

/**
 * On systems other than Linux, this is the CPU time of the whole process, including the threads that hash passwords.
 */
function readCpuMs() {
  try {
    return Number(readFileSync(`/proc/self/task/${process.pid}/schedstat`, 'utf8').split(' ', 1)[0]) / 1e6;
  } catch {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1_000;
  }
}

if (isMainThread) {
  const delayMs = monitorEventLoopDelay({ resolution: resolutionMs });
  delayMs.enable();
  let heldCpuMs = 0;
  let [at, used] = [performance.now(), readCpuMs()];
  // On a busy machine, even an idle process waits. The CPU time between two ticks distinguishes the two cases.
  setInterval(() => {
    const [now, nowUsed] = [performance.now(), readCpuMs()];
    heldCpuMs = Math.max(heldCpuMs, Math.min(now - at, nowUsed - used));
    [at, used] = [now, nowUsed];
  }, resolutionMs).unref();
  process.on('SIGUSR2', () => {
    const { maxRSS } = process.resourceUsage(); // `maxRSS` is in KiB.
    const { rss, heapUsed, external } = process.memoryUsage();
    const memory = { peakMb: maxRSS / 1_024, rssMb: rss / mib, heapMb: heapUsed / mib, externalMb: external / mib };
    const measures = { delayMs: delayMs.max / 1e6 - resolutionMs, heldCpuMs, ...memory };
    process.stdout.write(`\nmeasured ${JSON.stringify(measures)}\n`);
    delayMs.reset();
    heldCpuMs = 0;
  });
}
