// @ts-check
import { existsSync } from 'node:fs';
import { join } from 'node:path';

// This script runs a built program in this process so that the program receives the signals and sets the exit code:
// node scripts/run.mjs (main|projector-main) [--network]
const [program = 'main', mode] = process.argv.slice(2);
const file = join(import.meta.dirname, '../server/dist', `${program}.js`);

if (!existsSync(file)) {
  fail('Nothing has been built yet: run "npm run build" first.');
} else if (mode === '--network' && !(process.env.EVENTSTORE_URL && process.env.MONGODB_URL)) {
  fail('Set EVENTSTORE_URL and MONGODB_URL, or use "npm start" to run the site without them.');
} else {
  if (process.env.npm_lifecycle_event) stopWithNpm();
  await import(file);
}

/** @param {string} message */
function fail(message) {
  console.error(message);
  process.exitCode = 1;
}

/**
 * A signal sent to npm ends npm's shell, which does not forward the signal. Therefore, the program is also stopped when
 * its parent process ends.
 */
function stopWithNpm() {
  const parentPid = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parentPid) return;
    clearInterval(timer);
    process.kill(process.pid, 'SIGTERM');
  }, 500);
  timer.unref();
}
