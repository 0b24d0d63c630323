import { Refusal } from '@guildhall/domain/refusals.js';
import { hasHead } from '../games/accounts/account-rows.js';
import type { GameAccounts } from '../games/accounts/game-accounts.js';
import type { SiteState } from '../policy/site-state.js';
import type { Env } from '../process/env.js';
import { Limiter } from '../process/limiter.js';
import { requestPublic } from '../push/public-lookup.js';
import type { GameHead } from '../vault/games/game-accounts.js';
import type { Vault } from '../vault/vault.js';
import { encodePicture } from './encode-picture.js';

interface Dependencies {
  vault: Vault;
  site: Pick<SiteState, 'settings'>;
  gameAccounts: GameAccounts;
  env: Pick<Env, 'allowPrivatePush'>;
}

const freshMs = 86_400_000;
const retryMs = 3_600_000;
const lifetimeMs = 7 * freshMs;
const timeoutMs = 5_000;
const maxBytes = 256 * 1_024;

/**
 * Fetches players' faces from the service named in the settings, so that visitors' browsers never contact it. Only
 * linked accounts have one, so the vault contains at most one small picture for each of them.
 */
export class GameHeads {
  private readonly fetches = new Map<number, Promise<GameHead>>();
  private readonly slots = new Limiter({ running: 4, waiting: 100, refusal: () => new Refusal('busy') });

  constructor(private readonly services: Dependencies) {}

  /** Returns a WebP picture, or null if there is none. Returns an outdated one while it is fetched again. */
  async read(accountId: number, now = Date.now()): Promise<Uint8Array | null> {
    const { vault, gameAccounts, site } = this.services;
    const source = site.settings.headsUrl;
    if (source === '' || gameAccounts.findMember(accountId) === null) return null;
    const head = await vault.findGameHead(accountId);
    const storedHead = head?.source === source ? head : null;
    if (storedHead && isFresh(storedHead, now)) return decode(storedHead);
    const pendingHead = this.fetchOnce(accountId, storedHead, now);
    if (!storedHead?.bytes) return decode(await pendingHead);
    // The next request tries again.
    pendingHead.catch(() => undefined);
    return decode(storedHead);
  }

  sweep(now = Date.now()): Promise<void> {
    return this.services.vault.pruneGameHeads(new Date(now - lifetimeMs).toISOString());
  }

  private fetchOnce(accountId: number, storedHead: GameHead | null, now: number): Promise<GameHead> {
    const existingFetch = this.fetches.get(accountId);
    if (existingFetch) return existingFetch;
    const newFetch = this.slots
      .run(() => this.fetchNew(accountId, storedHead, now))
      .finally(() => this.fetches.delete(accountId));
    this.fetches.set(accountId, newFetch);
    return newFetch;
  }

  /** The former picture remains while the service fails. */
  private async fetchNew(id: number, storedHead: GameHead | null, now: number): Promise<GameHead> {
    const { vault, gameAccounts, site } = this.services;
    const source = site.settings.headsUrl;
    const picture = await this.fetchPicture(id).catch(() => null);
    const bytes = picture === null ? (storedHead?.bytes ?? null) : Buffer.from(picture).toString('base64');
    const head = { id, bytes, source, fetchedAt: new Date(now).toISOString(), failed: picture === null };
    await vault.saveGameHead(head);
    // The member may have been erased in the meantime.
    if (gameAccounts.findMember(id) === null) await vault.saveGameHead({ ...head, bytes: null });
    return head;
  }

  private async fetchPicture(accountId: number): Promise<Uint8Array> {
    const { gameAccounts, site, env } = this.services;
    const { headsUrl } = site.settings;
    const account = (await gameAccounts.describe([accountId])).get(accountId);
    if (!account || !hasHead(account, headsUrl)) throw new Error('The account has no picture');
    const url = new URL(`${headsUrl.replace(/\/$/, '')}/${account.uuid}`);
    const { bytes } = await encodePicture(await getPublic(url, env.allowPrivatePush), 'head');
    return bytes;
  }
}

const decode = ({ bytes }: GameHead): Uint8Array | null => (bytes === null ? null : Buffer.from(bytes, 'base64'));

const isFresh = ({ fetchedAt, failed }: GameHead, now: number): boolean =>
  now - Date.parse(fetchedAt) < (failed ? retryMs : freshMs);

/** @throws if the address is not on the public internet, or responds with anything but a short body in time */
async function getPublic(url: URL, allowPrivate: boolean): Promise<Uint8Array> {
  const headers = { accept: 'image/png, image/webp, image/jpeg', 'user-agent': 'Guildhall' };
  const options = { headers, signal: AbortSignal.timeout(timeoutMs) };
  return new Promise((resolve, reject) => {
    const request = requestPublic(url, options, allowPrivate, (response) => {
      const pieces: Buffer[] = [];
      let size = 0;
      response.on('error', reject);
      response.on('data', (piece: Buffer) => {
        size += piece.length;
        if (response.statusCode !== 200) request.destroy(new Error(`The service responds with ${response.statusCode}`));
        else if (size > maxBytes) request.destroy(new Error(`The picture exceeds ${maxBytes} bytes`));
        else pieces.push(piece);
      });
      response.on('end', () => resolve(Buffer.concat(pieces)));
    });
    request.on('error', reject);
    request.end();
  });
}
