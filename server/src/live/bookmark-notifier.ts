import type { Topic } from '@guildhall/domain/wire/topics.js';
import { beginning } from '@guildhall/event-store/port.js';
import type { Services } from '../services.js';
import type { Audience } from './sockets/audience.js';

const maxReminders = 10_000;

/**
 * Notifies a member's pages on this server of changed bookmarks and due reminders. Each server checks for reminders
 * independently because the message only makes pages reload the list, so duplicates are harmless.
 */
export class BookmarkNotifier {
  private readonly timer: NodeJS.Timeout;
  private checkedTo = new Date().toISOString();

  constructor(
    private readonly audience: Audience,
    private readonly services: Services,
    private readonly everyMs: number,
  ) {
    services.bookmarks.onChanged((userId) => this.notify(userId));
    this.timer = setInterval(() => void this.notifyDue(), everyMs);
  }

  stop(): void {
    clearInterval(this.timer);
  }

  private notify(userId: number): void {
    const { audience } = this;
    const topic: Topic = `member:${userId}`;
    if (!audience.has(topic)) return;
    const rows = [{ kind: 'bookmarks' as const, id: userId, pos: beginning }];
    audience.broadcast(topic, audience.listRoles(topic), { topic, rows });
  }

  private async notifyDue(): Promise<void> {
    const now = Date.now();
    try {
      const dueReminders = await this.services.vault.findRemindersBetween(
        this.checkedTo,
        new Date(now).toISOString(),
        maxReminders,
      );
      // Each interval is checked twice because server clocks differ and a reminder may be stored a moment late.
      this.checkedTo = new Date(now - this.everyMs).toISOString();
      for (const userId of new Set(dueReminders.map(({ userId }) => userId))) this.notify(userId);
    } catch (error) {
      this.services.logger.warn({ err: error }, 'due reminders could not be read');
    }
  }
}
