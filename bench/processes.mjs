import { fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const ticksPerSecond = 100; // Linux uses this unit on every machine.
const file = (name) => fileURLToPath(new URL(name, import.meta.url));
/** Node options from `npm start`. */
const nodeOptions = JSON.parse(readFileSync(file('../package.json'), 'utf8')).scripts.start.match(/--max\S+/g);

/**
 * Starts Guildhall on a data folder and waits for its first page. `before`: a command prefix; `more`: additional
 * environment variables.
 * @returns the process, with `startMs`, the time until that page
 */
export async function startGuildhall(dataDir, firstPage = '/api/forums/sections', before = [], more = {}) {
  const port = await freePort();
  const env = { ...environment(dataDir), PORT: String(port), ...more };
  const began = performance.now();
  const [command, ...args] = [...before, process.execPath, ...nodeOptions, file('../server/dist/main.js')];
  const child = spawn(command, args, { env, stdio: 'inherit' });
  const url = `http://127.0.0.1:${port}`;
  await answering(child, url + firstPage);
  return { child, url, startMs: performance.now() - began, stop: () => stop(child) };
}

/** In network mode, servers wait for the projector. @param {Record<string, string>} more */
export function startProjector(dataDir, more) {
  const env = { ...environment(dataDir), ...more };
  const child = spawn(process.execPath, [...nodeOptions, file('../server/dist/projector-main.js')], {
    env,
    stdio: 'inherit',
  });
  return { child, stop: () => stop(child) };
}

const environment = (dataDir) => ({
  PATH: process.env.PATH,
  DATA_DIR: dataDir,
  RATE_LIMITS: 'off',
  LOG_LEVEL: 'error',
});

/** Starts the tests' EventStoreDB double in a separate process. @returns the process and its `address` */
export async function startEventStoreDouble() {
  const folder = '../event-store/src/testing/processes';
  const sources = [
    '--conditions=source',
    '--import',
    new URL(`${folder}/register-typescript.mjs`, import.meta.url).href,
  ];
  const node = [...sources, file(`${folder}/peer-process.ts`)];
  const child = spawn(process.execPath, node, { stdio: ['ignore', 'pipe', 'inherit'] });
  return { child, address: await printedBy(child), stop: () => stop(child) };
}

async function printedBy({ stdout }) {
  const [line] = await once(createInterface({ input: stdout }), 'line');
  return line;
}

/** Starts one of the baseline servers. @param {Record<string, string>} env paths of its files */
export async function startBaseline(name, env) {
  const port = await freePort();
  const child = spawn(process.execPath, [file(`baselines/${name}.mjs`)], {
    env: { PATH: process.env.PATH, PORT: String(port), ...env },
    stdio: 'inherit',
  });
  const url = `http://127.0.0.1:${port}`;
  await answering(child, `${url}/`);
  return { child, url, stop: () => stop(child) };
}

/** Runs a client to completion. @returns its result */
export async function runClient(name, options) {
  const child = fork(file(`clients/${name}`));
  child.send(options);
  const [result] = await once(child, 'message');
  child.kill();
  return result;
}

/** `ask` sends a message and waits for the next result. */
export function startClient(name) {
  const child = fork(file(`clients/${name}`));
  return {
    async ask(message) {
      child.send(message);
      const failed = once(child, 'exit').then(([code]) => Promise.reject(new Error(`${name} ended with ${code}`)));
      const [answer] = await Promise.race([once(child, 'message'), failed]);
      return answer;
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

export function memoryOf({ pid }) {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const mib = (field) => Math.round(Number(new RegExp(`${field}:\\s+(\\d+)`).exec(status)?.[1]) / 1024);
  return { now: mib('VmRSS'), peak: mib('VmHWM') };
}

/** Returns the CPU time used by all of a process's threads. */
export function cpuSecondsOf({ pid }) {
  const [user, system] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ').slice(11, 13);
  return (Number(user) + Number(system)) / ticksPerSecond;
}

async function answering(child, url) {
  for (let tries = 0; tries < 6000; tries++) {
    if (child.exitCode !== null) throw new Error('the server ended');
    const answer = await fetch(url).catch(() => null);
    if (answer) {
      await answer.arrayBuffer();
      if (answer.ok) return;
    }
    await sleep(5);
  }
  throw new Error(`${url} did not answer`);
}

async function stop(child) {
  if (child.exitCode !== null) return;
  const ended = once(child, 'exit');
  // strace ignores the signal, so the signal goes to the traced process.
  const [traced] = readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8').trim().split(' ');
  process.kill(child.spawnfile === 'strace' ? Number(traced) : child.pid, 'SIGTERM');
  await ended;
}

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  return port;
}
