import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach } from 'vitest';

export interface ServerProcess {
  child: ChildProcess;
  url: string;
  port: number;
  dataDir: string;
  output: () => string;
  /** Sends SIGTERM. @returns the exit code */
  stop: () => Promise<number | null>;
  kill: () => Promise<void>;
}

export interface StartOptions {
  dataDir: string;
  port?: number;
  env?: Record<string, string>;
  file?: string;
  /** Defaults to the Node.js binary that runs the tests. */
  node?: string;
  under?: string[];
  words?: readonly string[];
  /** Defaults to a minute. */
  readyTimeoutMs?: number;
}

export const mainFile = fileURLToPath(new URL('../../../server/dist/main.js', import.meta.url));
const startTimeoutMs = 60_000;

/** Waits until the server is ready. @throws with the server's output */
export async function startServerProcess(options: StartOptions): Promise<ServerProcess> {
  const port = options.port ?? (await findFreePort());
  const process = spawnNode(options.file ?? mainFile, { ...options, env: { ...options.env, PORT: String(port) } });
  const url = `http://127.0.0.1:${port}`;
  const deadline = Date.now() + (options.readyTimeoutMs ?? startTimeoutMs);
  while (!(await isReady(url))) {
    if (process.child.exitCode !== null || Date.now() > deadline) {
      await process.kill();
      throw new Error(`The server did not become ready:\n${process.output()}`);
    }
    await sleep(25);
  }
  return { ...process, url, port, dataDir: options.dataDir };
}

/** Inherits the tests' environment. */
export function spawnNode(file: string, { dataDir, env, node, under = [], words = [] }: StartOptions) {
  const [command = '', ...args] = [...under, node ?? process.execPath, file, ...words];
  const child = spawn(command, args, {
    env: { PATH: process.env.PATH, HOST: '127.0.0.1', DATA_DIR: dataDir, RATE_LIMITS: 'off', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const end = async (signal: NodeJS.Signals) => {
    if (child.exitCode === null && child.signalCode === null) {
      const exit = once(child, 'exit');
      child.kill(signal);
      await exit;
    }
    return child.exitCode;
  };
  return { child, output: () => output, stop: () => end('SIGTERM'), kill: async () => void (await end('SIGKILL')) };
}

async function isReady(url: string): Promise<boolean> {
  const response = await fetch(`${url}/ready`).catch(() => null);
  return response?.status === 200;
}

export async function findFreePort(): Promise<number> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/** Removed at the end of the run (`tests/run-setup.ts`). */
export const createTemporaryFolder = (): string => mkdtempSync(join(tmpdir(), 'guildhall-'));

/** A site that retains its data folder and port across restarts so that cookies and addresses remain valid. */
export class FreshSite {
  dataDir = '';
  port = 0;
  server: ServerProcess | undefined;

  async start(env: Record<string, string> = {}): Promise<ServerProcess> {
    return (this.server = await startServerProcess({ dataDir: this.dataDir, port: this.port, env }));
  }
}

/** Gives each test its own data folder and port, and kills its server at the end. */
export function createFreshSite(): FreshSite {
  const site = new FreshSite();
  beforeEach(async () => {
    site.dataDir = createTemporaryFolder();
    site.port = await findFreePort();
  });
  afterEach(() => site.server?.kill());
  return site;
}
