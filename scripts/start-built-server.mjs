// @ts-check
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const root = dirname(import.meta.dirname);

/**
 * Starts the built server in a separate process and waits until it is ready.
 * @param {string} dataDir
 */
export async function startBuiltServer(dataDir) {
  const port = await findFreePort();
  const child = spawn(process.execPath, [join(root, 'server/dist/main.js')], {
    env: { PATH: process.env.PATH, HOST: '127.0.0.1', PORT: String(port), DATA_DIR: dataDir, RATE_LIMITS: 'off' },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const exit = once(child, 'exit');
  const url = `http://127.0.0.1:${port}`;
  while ((await fetch(`${url}/ready`).catch(() => null))?.status !== 200) {
    if (child.exitCode !== null)
      throw new Error('The server exited before it was ready. Was it built (npm run build)?');
    await sleep(50);
  }
  const stop = async () => {
    child.kill('SIGTERM');
    await exit;
  };
  return { url, stop };
}

export async function findFreePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (typeof address !== 'object' || !address) throw new Error('The server has no port');
  return address.port;
}
