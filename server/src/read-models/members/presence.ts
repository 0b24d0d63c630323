import type { Vault } from '../../vault/vault.js';

const recordIntervalMs = 5 * 60_000;

export class Presence {
  private readonly connections = new Map<number, number>();

  constructor(private readonly vault: Pick<Vault, 'editAccount'>) {}

  isOnline(userId: number): boolean {
    return this.connections.has(userId);
  }

  arrived(userId: number): void {
    this.connections.set(userId, (this.connections.get(userId) ?? 0) + 1);
  }

  left(userId: number): void {
    const others = (this.connections.get(userId) ?? 0) - 1;
    if (others > 0) return void this.connections.set(userId, others);
    this.connections.delete(userId);
    void this.record(userId).catch(() => undefined); // if the vault is unavailable, the time just stays outdated
  }

  async record(userId: number, now = Date.now()): Promise<void> {
    await this.vault.editAccount(userId, ({ seenAt }) =>
      seenAt !== undefined && now - Date.parse(seenAt) < recordIntervalMs
        ? null
        : { seenAt: new Date(now).toISOString() },
    );
  }
}
