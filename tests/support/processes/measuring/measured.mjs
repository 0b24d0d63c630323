// Loaded into a server process with `--import`: on SIGUSR2 it prints how long the event loop was blocked since the last
// time, and the most memory that was used.
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { isMainThread } from 'node:worker_threads';

const resolutionMs = 10;

if (isMainThread) {
  const delayMs = monitorEventLoopDelay({ resolution: resolutionMs });
  delayMs.enable();
  let heldCpuMs = 0;
  let [at, used] = [performance.now(), process.cpuUsage()];
  // On a busy machine even an idle process waits: the CPU time that it used in between shows which it was.
  setInterval(() => {
    const [now, { user, system }] = [performance.now(), process.cpuUsage(used)];
    heldCpuMs = Math.max(heldCpuMs, Math.min(now - at, (user + system) / 1_000));
    [at, used] = [now, process.cpuUsage()];
  }, resolutionMs).unref();
  process.on('SIGUSR2', () => {
    const { maxRSS } = process.resourceUsage(); // KiB
    const measured = { delayMs: delayMs.max / 1e6 - resolutionMs, heldCpuMs, peakMb: maxRSS / 1_024 };
    process.stdout.write(`\nmeasured ${JSON.stringify(measured)}\n`);
    delayMs.reset();
    heldCpuMs = 0;
  });
}
