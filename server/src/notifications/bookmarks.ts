import { limits } from '@guildhall/domain/limits.js';
import type { Actor } from '@guildhall/domain/permissions.js';
import { Refusal } from '@guildhall/domain/refusals.js';
import type { BookmarkRow, BookmarkTarget } from '@guildhall/domain/wire/schemas/members/notifications.js';
import type { Policy } from '../policy/policy.js';
import { Limiter } from '../process/limiter.js';
import { buildBookmarkRows } from './bookmark-rows.js';
import type { Bookmark } from '../vault/bookmarks.js';
import type { Views } from '../stores/views.js';
import type { Texts } from '../vault/texts.js';
import type { Vault } from '../vault/vault.js';

interface Dependencies {
  vault: Vault;
  texts: Texts;
  views: Views;
  policy: Policy;
}

interface BookmarkContent {
  note: string;
  remindAt: string | null;
}

const maxRemindersShown = 50;

/** Serialises changes so that concurrent ones do not exceed the limit. */
const perMember = new Limiter({ running: 1 });

/** Returns the microseconds since 1970 in 16 digits, which distinguish bookmarks made in the same millisecond. */
const getMicroseconds = (): string => String(Math.floor((performance.timeOrigin + performance.now()) * 1_000));

const buildId = (userId: number, { kind, id }: BookmarkTarget): string => `${userId} ${kind} ${id}`;

export class Bookmarks {
  private readonly listeners: ((userId: number) => void)[] = [];

  constructor(private readonly services: Dependencies) {}

  onChanged(listener: (userId: number) => void): void {
    this.listeners.push(listener);
  }

  async save(userId: number, target: BookmarkTarget & { threadId: number }, content: BookmarkContent): Promise<void> {
    const { vault, texts } = this.services;
    const { remindAt } = content;
    const createdAt = new Date().toISOString();
    if (remindAt !== null && remindAt <= createdAt) throw new Refusal('reminder-past', 'remind_at');
    const note = content.note === '' ? null : await texts.seal(userId, content.note);
    const { kind, id: targetId, threadId } = target;
    const bookmark: Bookmark = {
      id: buildId(userId, target),
      userId,
      kind,
      targetId,
      threadId,
      note,
      remindAt,
      createdAt,
      order: `${createdAt}.${getMicroseconds()}`,
    };
    const isSaved = await perMember.run(() => vault.saveBookmark(bookmark, limits.bookmarks), userId);
    if (!isSaved) throw new Refusal('bookmarks-full');
    this.notify(userId);
  }

  async remove(userId: number, target: BookmarkTarget): Promise<void> {
    if (await this.services.vault.removeBookmark(buildId(userId, target))) this.notify(userId);
  }

  async findDueReminders(actor: Actor & { userId: number }): Promise<BookmarkRow[]> {
    return buildBookmarkRows(this.services, actor, await this.findDue(actor.userId));
  }

  /** Ends the due reminders of these targets, or of all. */
  async endReminders(userId: number, targets: readonly BookmarkTarget[] | 'all'): Promise<void> {
    const ids = targets === 'all' ? null : new Set(targets.map((target) => buildId(userId, target)));
    const dueBookmarks = (await this.findDue(userId)).filter(({ id }) => ids === null || ids.has(id));
    if (dueBookmarks.length === 0) return;
    await Promise.all(dueBookmarks.map(({ id, remindAt }) => this.services.vault.endReminder(id, remindAt ?? '')));
    this.notify(userId);
  }

  private findDue(userId: number): Promise<Bookmark[]> {
    return this.services.vault.findDueReminders(userId, new Date().toISOString(), maxRemindersShown);
  }

  private notify(userId: number): void {
    for (const listener of this.listeners) listener(userId);
  }
}
