// @ts-check
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../start-built-server.mjs';

/** Not a loopback address, so that the first Admin needs the set-up link. It is the same in every recording. */
export const origin = 'http://forum.example';
const secret = 'the secret of every recorded server';
const pollMs = 20;
const timeoutMs = 30_000;

/** @typedef {Awaited<ReturnType<typeof startCheckout>>} Server */

/**
 * Starts the built server of a checkout on a fresh data folder and waits until it is ready.
 * @param {string} checkout
 */
export async function startCheckout(checkout) {
  const dataDir = mkdtempSync(join(tmpdir(), 'recorded-'));
  const port = await freePort();
  const child = spawn(process.execPath, ['scripts/run.mjs', 'main'], {
    cwd: resolve(checkout),
    env: {
      ...{ PATH: process.env.PATH, HOST: '127.0.0.1', PORT: String(port), DATA_DIR: dataDir },
      ...{ PUBLIC_URL: origin, SECRET: secret, RATE_LIMITS: 'off', TZ: 'UTC' },
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.on('data', (chunk) => (output += chunk));
  const ended = once(child, 'exit');
  const url = `http://127.0.0.1:${port}`;
  const isReady = async () => (await fetch(`${url}/ready`).catch(() => null))?.status === 200;
  await until('the server is ready', async () => {
    if (child.exitCode !== null) throw new Error(`The server ended before it was ready: is it built?\n${output}`);
    return isReady();
  });
  return {
    url,
    outbox: new Outbox(join(dataDir, 'outbox')),
    setUpToken: () => until('the set-up link is printed', () => /\/setup\?token=([\w-]+)/.exec(output)?.[1]),
    async stop() {
      child.kill('SIGTERM');
      await ended;
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** The mails that the server has written as files. */
class Outbox {
  /** Files whose link has been used. @type {Set<string>} */
  #used = new Set();

  /** @param {string} folder */
  constructor(folder) {
    this.folder = folder;
  }

  /** The complete mails, in an order that does not depend on the times of writing. */
  all() {
    return this.#files()
      .map((file) => this.#text(file))
      .sort();
  }

  /**
   * The query of the link in the oldest unused mail to an address, where its path ends as given.
   * @param {string} to
   * @param {string} path
   * @returns {Promise<Record<string, string>>}
   */
  link(to, path) {
    return until(`a mail to ${to} with ${path}`, () => {
      for (const file of this.#files()) {
        const text = this.#text(file);
        const link = new RegExp(`${path}\\?([^\\s"<>]+)`).exec(text)?.[1];
        if (this.#used.has(file) || !link || !text.includes(to)) continue;
        this.#used.add(file);
        return Object.fromEntries(new URLSearchParams(link.replaceAll('&amp;', '&')));
      }
      return undefined;
    });
  }

  #files() {
    if (!existsSync(this.folder)) return [];
    return readdirSync(this.folder)
      .filter((name) => name.endsWith('.eml'))
      .sort();
  }

  /** The decoded mail, from its address and subject on. @param {string} file */
  #text(file) {
    const text = readFileSync(join(this.folder, file), 'utf8')
      .replace(/=\r?\n/g, '')
      .replace(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(parseInt(hex, 16)));
    const heads = ['To', 'Subject'].map((name) => new RegExp(`^${name}: .*$`, 'm').exec(text)?.[0] ?? '');
    return `${heads.join('\n')}\n${text.replace(/--+_[\w-]+/g, '<boundary>')}`;
  }
}

/**
 * Repeats `look` until it finds something.
 * @template T
 * @param {string} what
 * @param {() => T | Promise<T>} look
 * @returns {Promise<NonNullable<T>>}
 */
export async function until(what, look) {
  for (const end = Date.now() + timeoutMs; Date.now() < end;) {
    const found = await look();
    if (found) return found;
    await sleep(pollMs);
  }
  throw new Error(`Waited in vain: ${what}`);
}
