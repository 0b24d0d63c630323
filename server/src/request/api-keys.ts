import { createHash, randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { keyLimits, type KeyScope } from '@guildhall/domain/key-scopes.js';
import { Refusal } from '@guildhall/domain/refusals.js';
import type { ApiKey } from '@guildhall/domain/staff/api-keys.js';
import { LRUCache } from 'lru-cache';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import type { Policy } from '../policy/policy.js';
import type { Vault } from '../vault/vault.js';
import { RateLimitExceeded } from './rate-limits.js';
import type { Requester } from './request-context.js';

const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const randomLength = 30;
const checksumLength = 6;
const startLength = 8;
const prefix = 'ghld_api_';
const format = new RegExp(`^${prefix}[0-9A-Za-z]{${randomLength + checksumLength}}$`);
const useIntervalMs = 60_000;

/** The key has 178 random bits, so a fast hash is safe. Its checksum lets mistyped keys be refused without a lookup. */
export function createApiKey(): { key: string; hash: string; start: string } {
  const random = Array.from({ length: randomLength }, () => digits.charAt(randomInt(digits.length))).join('');
  const key = prefix + random + computeChecksum(prefix + random);
  return { key, hash: hashKey(key), start: random.slice(0, startLength) };
}

function computeChecksum(text: string): string {
  let rest = crc32(text);
  let checksum = '';
  for (; checksum.length < checksumLength; rest = Math.floor(rest / digits.length))
    checksum = digits.charAt(rest % digits.length) + checksum;
  return checksum;
}

const hashKey = (key: string): string => createHash('sha256').update(key).digest('hex');

const isWellFormed = (key: string): boolean =>
  format.test(key) && key.slice(-checksumLength) === computeChecksum(key.slice(0, -checksumLength));

/** Programs may send their key only in the `Authorization` header because URLs are logged and stored. */
export class ApiKeys {
  private readonly calls = new RateLimiterMemory({ points: keyLimits.callsPerMinute.max, duration: 60 });
  private readonly usedAtMs = new LRUCache<number, number>({ max: 2 * keyLimits.active });

  constructor(
    private readonly vault: Pick<Vault, 'recordProgramUse'>,
    private readonly policy: Policy,
  ) {}

  /**
   * Returns null if the caller sent no bearer token. Counts every call with a valid key.
   * @throws Refusal key-invalid, key-refused, key-scope; RateLimitExceeded
   */
  async identifyRequester(authorization: string | undefined, scope: KeyScope | null): Promise<Requester | null> {
    const header = /^Bearer(?: +(.*))?$/i.exec(authorization ?? '');
    return header && this.findRequesterByToken(header[1] ?? '', scope);
  }

  async findRequesterByToken(token: string, scope: KeyScope | null): Promise<Requester> {
    const id = isWellFormed(token) ? this.policy.findProgramId(hashKey(token)) : null;
    const key = id === null ? null : this.policy.findApiKey(id);
    if (id === null || !key || !this.policy.isActiveProgram(id)) throw new Refusal('key-invalid');
    await this.countCall(id, key);
    if (scope === null) throw new Refusal('key-refused');
    if (!key.scopes.includes(scope)) throw new Refusal('key-scope', undefined, `This call needs a key with ${scope}.`);
    await this.recordUse(id);
    const { serverId } = key;
    // The reasons that a game server gives are sealed with the key of the program `serverId`.
    if (serverId !== undefined) await this.recordUse(serverId);
    // The key may have ended in the meantime.
    if (!this.policy.isActiveProgram(id)) throw new Refusal('key-invalid');
    if (serverId === undefined) return { identity: { sessionId: '', userId: id }, actor: this.policy.getActor(id) };
    return { identity: { sessionId: '', userId: serverId, keyId: id }, actor: this.policy.getActor(serverId) };
  }

  private async countCall(id: number, { callsPerMinute }: ApiKey): Promise<void> {
    const { consumedPoints, msBeforeNext } = await this.calls.penalty(id);
    if (consumedPoints > callsPerMinute) throw new RateLimitExceeded(Math.max(1, Math.ceil(msBeforeNext / 1000)));
  }

  private async recordUse(id: number): Promise<void> {
    const now = Date.now();
    if (now - (this.usedAtMs.get(id) ?? 0) < useIntervalMs) return;
    await this.vault.recordProgramUse(id, new Date(now).toISOString());
    this.usedAtMs.set(id, now);
  }
}
