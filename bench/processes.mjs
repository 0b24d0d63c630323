import { fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const ticksPerSecond = 100; // Linux reports CPU time in these ticks on every machine.
const resolvePath = (name) => fileURLToPath(new URL(name, import.meta.url));
/** The Node.js options that `npm start` uses. */
const nodeOptions = JSON.parse(readFileSync(resolvePath('../package.json'), 'utf8')).scripts.start.match(/--max\S+/g);

/**
 * Starts Guildhall on a data folder and waits for its first page. `commandPrefix` precedes the command, and `extraEnv`
 * is added to its environment.
 * @returns the process, and the time until that page as `startMs`
 */
export async function startGuildhall(dataDir, firstPage = '/api/forums/sections', commandPrefix = [], extraEnv = {}) {
  const port = await findFreePort();
  const env = { ...buildEnv(dataDir), PORT: String(port), ...extraEnv };
  const startedAt = performance.now();
  const [command, ...args] = [
    ...commandPrefix,
    process.execPath,
    ...nodeOptions,
    resolvePath('../server/dist/main.js'),
  ];
  const child = spawn(command, args, { env, stdio: 'inherit' });
  const url = `http://127.0.0.1:${port}`;
  await waitUntilReady(child, url + firstPage);
  return { child, url, startMs: performance.now() - startedAt, stop: () => stop(child) };
}

/** In network mode, servers wait for the projector. @param {Record<string, string>} extraEnv */
export function startProjector(dataDir, extraEnv) {
  const env = { ...buildEnv(dataDir), ...extraEnv };
  const child = spawn(process.execPath, [...nodeOptions, resolvePath('../server/dist/projector-main.js')], {
    env,
    stdio: 'inherit',
  });
  return { child, stop: () => stop(child) };
}

const buildEnv = (dataDir) => ({
  PATH: process.env.PATH,
  DATA_DIR: dataDir,
  RATE_LIMITS: 'off',
  LOG_LEVEL: 'error',
});

/** Starts the tests' EventStoreDB double in a separate process. @returns the process and its `address` */
export async function startEventStoreDouble() {
  const folder = '../event-store/src/testing/processes';
  const typescriptOptions = [
    '--conditions=source',
    '--import',
    new URL(`${folder}/register-typescript.mjs`, import.meta.url).href,
  ];
  const args = [...typescriptOptions, resolvePath(`${folder}/peer-process.ts`)];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  return { child, address: await readFirstLine(child), stop: () => stop(child) };
}

async function readFirstLine({ stdout }) {
  const [line] = await once(createInterface({ input: stdout }), 'line');
  return line;
}

/** Starts one of the baseline servers. @param {Record<string, string>} env paths of its files */
export async function startBaseline(name, env) {
  const port = await findFreePort();
  const child = spawn(process.execPath, [resolvePath(`baselines/${name}.mjs`)], {
    env: { PATH: process.env.PATH, PORT: String(port), ...env },
    stdio: 'inherit',
  });
  const url = `http://127.0.0.1:${port}`;
  await waitUntilReady(child, `${url}/`);
  return { child, url, stop: () => stop(child) };
}

/** Runs a client to completion. @returns its result */
export async function runClient(name, options) {
  const child = fork(resolvePath(`clients/${name}`));
  child.send(options);
  const [result] = await once(child, 'message');
  child.kill();
  return result;
}

/** `request` sends a message and waits for the next result. */
export function startClient(name) {
  const child = fork(resolvePath(`clients/${name}`));
  return {
    async request(message) {
      child.send(message);
      const exit = once(child, 'exit').then(([code]) => Promise.reject(new Error(`${name} exited with ${code}`)));
      const [result] = await Promise.race([once(child, 'message'), exit]);
      return result;
    },
    stop: () => child.kill(),
  };
}

/** @throws unless the response is OK */
export async function fetchText(url, options) {
  const response = await fetch(url, options);
  const text = await response.text();
  if (!response.ok) throw new Error(`${url}: ${response.status} ${text}`);
  return text;
}

export function readMemory({ pid }) {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const readMib = (field) => Math.round(Number(new RegExp(`${field}:\\s+(\\d+)`).exec(status)?.[1]) / 1024);
  return { now: readMib('VmRSS'), peak: readMib('VmHWM') };
}

/** Returns the CPU time used by all of a process's threads. */
export function readCpuSeconds({ pid }) {
  const [user, system] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ').slice(11, 13);
  return (Number(user) + Number(system)) / ticksPerSecond;
}

async function waitUntilReady(child, url) {
  for (let tries = 0; tries < 6000; tries++) {
    if (child.exitCode !== null) throw new Error('the server exited');
    const response = await fetch(url).catch(() => null);
    if (response) {
      await response.arrayBuffer();
      if (response.ok) return;
    }
    await sleep(5);
  }
  throw new Error(`${url} did not respond`);
}

async function stop(child) {
  if (child.exitCode !== null) return;
  const exit = once(child, 'exit');
  // strace ignores the signal, so the signal goes to the traced process.
  const [tracedPid] = readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8').trim().split(' ');
  process.kill(child.spawnfile === 'strace' ? Number(tracedPid) : child.pid, 'SIGTERM');
  await exit;
}

async function findFreePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  return port;
}
