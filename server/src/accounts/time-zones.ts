import type { Logger } from 'pino';
import { changeSettings } from '../deliveries/change-settings.js';
import { loadNotificationSettings } from '../notifications/notification-choices.js';
import type { Vault } from '../vault/vault.js';

export class TimeZones {
  constructor(private readonly services: { vault: Vault; logger: Logger }) {}

  /**
   * Remembers the browser's time zone unless the member already has one. A failure is only logged, because the account
   * or session exists already, and the next login tries again.
   */
  async remember(userId: number, time_zone: string | undefined): Promise<void> {
    if (time_zone === undefined) return;
    try {
      if ((await loadNotificationSettings(this.services, userId)).time_zone !== null) return;
      await changeSettings(this.services, userId, (now) => (now.time_zone === null ? { time_zone } : {}));
    } catch (error) {
      this.services.logger.error({ err: error, userId }, "the browser's time zone was not stored");
    }
  }
}
