import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { request } from 'node:https';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll } from 'vitest';
import { reportNotRun } from '../../not-run.js';
import { findFreePort } from './server-process.js';

const programs = { nginx: 'nginx', Caddy: 'caddy' } as const;
export type ProxyName = keyof typeof programs;

/** If the proxy is missing, reports this and returns false. */
export function isInstalled(name: ProxyName): boolean {
  const isInstalled = spawnSync('which', [programs[name]]).status === 0 && spawnSync('which', ['openssl']).status === 0;
  if (!isInstalled) reportNotRun(`the site behind ${name}: ${programs[name]} or openssl was not found`);
  return isInstalled;
}

/** Applies to all tests in a file. The proxies' certificates are self-signed. */
export function acceptSelfSignedCertificates(): void {
  const variable = 'NODE_TLS_REJECT_UNAUTHORIZED';
  const previous = process.env[variable];
  beforeAll(() => void (process.env[variable] = '0'));
  afterAll(() => {
    if (previous === undefined) delete process.env[variable];
    else process.env[variable] = previous;
  });
}

export interface ReverseProxy {
  /** An HTTPS address on this machine, with a self-signed certificate. */
  url: string;
  stop(): Promise<void>;
}

/**
 * Runs the example from `deploy/` and changes only the ports, the host name and the certificate.
 * @param locationRules nginx directives to add to the location
 */
export async function startProxy(
  name: ProxyName,
  port: number,
  site: number,
  folder: string,
  locationRules = '',
): Promise<ReverseProxy> {
  mkdirSync(folder, { recursive: true });
  const [cert, key] = [join(folder, 'cert.pem'), join(folder, 'key.pem')];
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
  execFileSync(
    'openssl',
    ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '1', '-keyout', key, '-out', cert, ...subject],
    { stdio: 'ignore' },
  );
  const options = { port, site, folder, cert, key, locationRules };
  const args = name === 'nginx' ? await writeNginxConfig(options) : writeCaddyConfig(options);
  const env = { PATH: process.env.PATH, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder };
  const child = spawn(programs[name], args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text: Buffer) => (output += text.toString()));
  const url = `https://localhost:${port}`;
  while ((await readStatus('127.0.0.1', 'GET', `${url}/health`).catch(() => 0)) !== 200) {
    if (child.exitCode !== null) throw new Error(`${name} exited:\n${output}`);
    await sleep(50);
  }
  return {
    url,
    async stop() {
      const exit = once(child, 'exit');
      child.kill('SIGTERM');
      await exit;
    },
  };
}

export const cacheZone = 'responses';

interface ProxyOptions {
  port: number;
  site: number;
  folder: string;
  cert: string;
  key: string;
  locationRules: string;
}

const readExample = (name: string) => readFileSync(new URL(`../../../deploy/${name}`, import.meta.url), 'utf8');

/** @throws if the example lacks one of the strings */
function replaceAllIn(text: string, pairs: Record<string, string>): string {
  for (const [before, after] of Object.entries(pairs)) {
    if (!text.includes(before)) throw new Error(`The example does not contain "${before}"`);
    text = text.replaceAll(before, after);
  }
  return text;
}

async function writeNginxConfig({ port, site, folder, cert, key, locationRules }: ProxyOptions): Promise<string[]> {
  const conf = replaceAllIn(readExample('nginx.conf'), {
    'listen 80;': `listen 127.0.0.1:${await findFreePort()};`,
    'listen 443 ssl;': `listen 127.0.0.1:${port} ssl;`,
    'server_name forum.example.org;': 'server_name localhost;',
    '/etc/ssl/certs/forum.example.org.pem': cert,
    '/etc/ssl/private/forum.example.org.key': key,
    'http://127.0.0.1:3000;': `http://127.0.0.1:${site};\n${locationRules}`,
  });
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  const temporary = paths.map((path) => `${path}_temp_path ${join(folder, path)};`).join('\n');
  const main = `daemon off;\nuser ${userInfo().username};\npid ${join(folder, 'pid')};\nerror_log stderr;\nevents {}\nhttp {\naccess_log off;\nproxy_cache_path ${join(folder, 'cache')} keys_zone=${cacheZone}:1m;\n${temporary}\n${conf}\n}\n`;
  writeFileSync(join(folder, 'nginx.conf'), main);
  return ['-c', join(folder, 'nginx.conf'), '-p', folder];
}

function writeCaddyConfig({ port, site, folder, cert, key }: ProxyOptions): string[] {
  const conf = replaceAllIn(readExample('Caddyfile'), {
    'forum.example.org {': `https://localhost:${port} {\n\tbind 127.0.0.1\n\ttls ${cert} ${key}`,
    '127.0.0.1:3000\n}': `127.0.0.1:${site}\n}`,
  });
  writeFileSync(join(folder, 'Caddyfile'), `{\n\tadmin off\n\tauto_https disable_redirects\n}\n${conf}`);
  return ['run', '--config', join(folder, 'Caddyfile'), '--adapter', 'caddyfile'];
}

/** @returns the status */
export function readStatus(
  localAddress: string,
  method: string,
  url: string,
  body?: object,
  headers: Record<string, string> = {},
): Promise<number> {
  return new Promise((resolve, reject) => {
    const { hostname, port, pathname } = new URL(url);
    const sent = { accept: 'application/json', 'content-type': 'application/json', ...headers };
    const options = { localAddress, family: 4, rejectUnauthorized: false, agent: false };
    const outgoingRequest = request(
      { hostname, port, path: pathname, method, headers: sent, ...options },
      (response) => {
        response.resume().on('end', () => resolve(response.statusCode ?? 0));
      },
    );
    outgoingRequest.on('error', reject).end(body && JSON.stringify(body));
  });
}
