import type { Policy } from '../policy/policy.js';
import { deriveSecret, hashHmac } from '../process/secrets.js';
import { hasAddress, foldLogin } from '../vault/account/account-record.js';
import type { Vault } from '../vault/vault.js';

/** Stores only HMACs, so the addresses cannot be recovered. */
export class BannedAddresses {
  constructor(
    private readonly vault: Vault,
    private readonly policy: Policy,
    private readonly secret: string,
  ) {}

  async keep(userId: number): Promise<void> {
    const ban = this.policy.findBan(userId);
    const account = ban && (await this.vault.findAccount(userId));
    if (ban && account && hasAddress(account)) await this.vault.banAddress(this.computeHmac(account.email), ban.until);
  }

  has(email: string): Promise<boolean> {
    return this.vault.isAddressBanned(this.computeHmac(email), new Date().toISOString());
  }

  private computeHmac(email: string): string {
    return hashHmac(deriveSecret(this.secret, 'banned-addresses'), foldLogin(email));
  }
}
