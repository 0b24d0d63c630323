import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { isLocalSite } from './loopback.js';
import { OperatorError } from './operator-error.js';

/** `docs/operations.md` describes the variables. No other file may read the environment. */
export interface Env {
  port: number;
  host: string;
  dataDir: string;
  publicUrl: string;
  network: { eventStoreUrl: string; mongoUrl: string } | null;
  /** Where the bytes of uploaded files are stored, unless they are next to the vault. */
  s3: { url: string; bucket: string; accessKey: string; secretKey: string; region: string } | null;
  smtpUrl: string | null;
  mailFrom: string;
  /** Null if no mail server reports bounces. */
  mailBounceSecret: string | null;
  secret: string;
  rateLimits: boolean;
  /** Whether notifications may be pushed to private addresses, as tests need. */
  allowPrivatePush: boolean;
  trustedProxies: string[];
  /** The port on which local programs can read the username list. Null if it is disabled. */
  usernamesPort: number | null;
  /** A local port for Prometheus, or a token for `/metrics`. Null if metrics are disabled. */
  metricsPort: number | null;
  metricsToken: string | null;
  logLevel: string;
}

export class EnvError extends OperatorError {}

const createUrlSchema = (protocols: string[], isAddress = (text: string) => URL.canParse(text)) =>
  z.string().refine((text) => isAddress(text) && protocols.some((protocol) => text.startsWith(`${protocol}://`)), {
    error: `must be an address that begins with ${protocols.map((p) => `${p}://`).join(' or ')}`,
  });

/** A cluster's address lists several hosts, so it is not a valid URL. */
const createStoreUrlSchema = (protocols: string[]) =>
  createUrlSchema(protocols, (text) => /^[^:]+:\/\/[^\s/?]+/.test(text));

const networkNames = ['loopback', 'linklocal', 'uniquelocal'];

function isNetwork(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/');
  const maxPrefixLength = isIP(address) === 4 ? 32 : 128;
  const isValidPrefix = bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= maxPrefixLength);
  return networkNames.includes(text) || (isIP(address) > 0 && isValidPrefix && rest.length === 0);
}

const minSecretLength = 32;

/** This is the secret in the compose file for trying out the site. Anyone who knows it can log in as any member. */
const exampleSecret = 'known-to-everybody-and-only-for-trying-it-out';

export const variables = z.object({
  PORT: z.coerce.number({ error: 'must be a port number' }).int().min(0).max(65535).default(3000),
  HOST: z.string().min(1).default('127.0.0.1'),
  DATA_DIR: z.string().min(1).default('./data'),
  PUBLIC_URL: createUrlSchema(['http', 'https']).optional(),
  EVENTSTORE_URL: createStoreUrlSchema(['esdb', 'esdb+discover']).optional(),
  MONGODB_URL: createStoreUrlSchema(['mongodb', 'mongodb+srv']).optional(),
  S3_URL: createUrlSchema(['http', 'https']).optional(),
  S3_BUCKET: z.string().optional(),
  S3_ACCESS_KEY: z.string().optional(),
  S3_SECRET_KEY: z.string().optional(),
  S3_REGION: z.string().default('us-east-1'),
  SMTP_URL: createUrlSchema(['smtp', 'smtps']).optional(),
  MAIL_FROM: z.string().min(3).default('Guildhall <guildhall@localhost>'),
  MAIL_BOUNCE_SECRET: z.string().min(16, { error: 'must have at least 16 characters' }).optional(),
  SECRET: z
    .string()
    .min(minSecretLength, { error: `must have at least ${minSecretLength} characters` })
    .optional(),
  USERNAMES_PORT: z.coerce.number({ error: 'must be a port number' }).int().min(0).max(65535).optional(),
  METRICS_PORT: z.coerce.number({ error: 'must be a port number' }).int().min(0).max(65535).optional(),
  METRICS_TOKEN: z.string().min(16, { error: 'must have at least 16 characters' }).optional(),
  TRUSTED_PROXIES: z
    .string()
    .default('loopback')
    .transform((text) => text.split(',').map((proxy) => proxy.trim()))
    .refine((proxies) => proxies.every(isNetwork), { error: 'must be addresses or networks, separated by commas' }),
  PUSH_PRIVATE_ADDRESSES: z.enum(['on', 'off'], { error: 'must be on or off' }).default('off'),
  RATE_LIMITS: z.enum(['on', 'off'], { error: 'must be on or off' }).default('on'),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
});

export function readEnv(
  source: Record<string, string | undefined>,
  secretIn: (dataDir: string) => string = readOrCreateSecret,
): Env {
  const set = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ''));
  const result = variables.safeParse(set);
  if (!result.success) {
    const issue = result.error.issues[0];
    throw new EnvError(`${issue?.path.join('.') ?? 'environment'}: ${issue?.message ?? 'is not valid'}`);
  }
  const value = result.data;
  if (!value.EVENTSTORE_URL !== !value.MONGODB_URL) {
    const missingVariable = value.EVENTSTORE_URL ? 'MONGODB_URL' : 'EVENTSTORE_URL';
    throw new EnvError(`${missingVariable}: must also be set (EVENTSTORE_URL and MONGODB_URL are used together)`);
  }
  const network =
    value.EVENTSTORE_URL && value.MONGODB_URL
      ? { eventStoreUrl: value.EVENTSTORE_URL, mongoUrl: value.MONGODB_URL }
      : null;
  if (network && !value.SECRET) throw new EnvError('SECRET: must be set in network mode (at least 32 characters)');
  const dataDir = resolve(value.DATA_DIR);
  const publicUrl = (value.PUBLIC_URL ?? `http://localhost:${value.PORT}`).replace(/\/+$/, '');
  if (value.SECRET === exampleSecret && !isLocalSite(publicUrl)) {
    throw new EnvError('SECRET: is the publicly known sample value; set your own (at least 32 characters)');
  }
  return {
    port: value.PORT,
    host: value.HOST,
    dataDir,
    publicUrl,
    network,
    s3: readS3(value),
    smtpUrl: value.SMTP_URL ?? null,
    mailFrom: value.MAIL_FROM,
    mailBounceSecret: value.MAIL_BOUNCE_SECRET ?? null,
    secret: value.SECRET ?? secretIn(dataDir),
    usernamesPort: value.USERNAMES_PORT ?? null,
    metricsPort: value.METRICS_PORT ?? null,
    metricsToken: value.METRICS_TOKEN ?? null,
    rateLimits: value.RATE_LIMITS === 'on',
    allowPrivatePush: value.PUSH_PRIVATE_ADDRESSES === 'on',
    trustedProxies: value.TRUSTED_PROXIES,
    logLevel: value.LOG_LEVEL,
  };
}

function readS3({ S3_URL, S3_BUCKET, S3_ACCESS_KEY, S3_SECRET_KEY, S3_REGION }: z.infer<typeof variables>): Env['s3'] {
  const others = { S3_BUCKET, S3_ACCESS_KEY, S3_SECRET_KEY };
  const missingVariable = Object.entries(others).find(([, value]) => !value)?.[0];
  if (!S3_URL) {
    if (Object.values(others).some(Boolean)) throw new EnvError('S3_URL: must also be set (the address of the server)');
    return null;
  }
  if (!S3_BUCKET || !S3_ACCESS_KEY || !S3_SECRET_KEY) throw new EnvError(`${missingVariable}: must be set with S3_URL`);
  return { url: S3_URL, bucket: S3_BUCKET, accessKey: S3_ACCESS_KEY, secretKey: S3_SECRET_KEY, region: S3_REGION };
}

function readOrCreateSecret(dataDir: string): string {
  const file = getSecretFile(dataDir);
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  if (!existsSync(file)) createSecret(file);
  return readSecret(file);
}

function createSecret(file: string): void {
  try {
    writeFileSync(file, randomBytes(32).toString('hex'), { mode: 0o600, flag: 'wx' });
  } catch (error) {
    // Removes the empty file that a full disk leaves behind.
    rmSync(file, { force: true });
    throw error;
  }
}

export const getSecretFile = (dataDir: string): string => join(dataDir, 'secret');

/** Rejects truncated files because their secret would be easy to guess. @throws EnvError */
export function readSecret(file: string): string {
  const secret = readFileSync(file, 'utf8').trim();
  if (secret.length >= minSecretLength) return secret;
  throw new EnvError(`SECRET: ${file} is damaged: restore it from a backup, or remove it, which logs everyone out`);
}
