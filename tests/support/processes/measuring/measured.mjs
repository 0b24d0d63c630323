// Loaded into a server process with `--import`: on SIGUSR2 it prints how long its event loop was held since the last
// time, and how much memory it has had.
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { isMainThread } from 'node:worker_threads';

const resolutionMs = 10;

if (isMainThread) {
  const delayMs = monitorEventLoopDelay({ resolution: resolutionMs });
  delayMs.enable();
  let heldCpuMs = 0;
  let [at, used] = [performance.now(), process.cpuUsage()];
  // On a busy machine a process waits although it does nothing: what it computed meanwhile tells the one from the other.
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
