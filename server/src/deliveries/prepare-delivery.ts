import { createHash } from 'node:crypto';
import type { ChoiceKind, EmailFrequency } from '@guildhall/domain/wire/kinds.js';
import { pages } from '@guildhall/domain/wire/pages.js';
import { findNotificationsByIds } from '@guildhall/projections/views/notifications/queries.js';
import { findReportById } from '@guildhall/projections/views/reports/queries.js';
import { readCheck } from '../notifications/notification-marks.js';
import {
  findNotificationReader,
  filterVisible,
  type NotificationReader,
} from '../notifications/notification-reader.js';
import type { Policy } from '../policy/policy.js';
import type { Directory } from '../read-models/members/directory.js';
import type { MarksOfMembers } from '../read-models/read-states.js';
import type { Views } from '../stores/views.js';
import type { PendingDelivery } from '../vault/deliveries/pending-deliveries.js';
import type { Texts } from '../vault/texts.js';
import type { Account } from '../vault/account/account.js';
import type { Vault } from '../vault/vault.js';
import type { DeliveryContent, DeliveryItem } from './delivery-content.js';
import { buildItems, findNewestOrders, getOrder, type ItemSource } from './delivery-items.js';
import { dayMs, isPeriod } from './delivery-times.js';
import { Digests } from './digest.js';
import { isBundled } from './emailed-threads.js';
import { chooseFrequency } from './notify-members.js';
import { findPeriodItems } from './period-items.js';
import { banSubject, parseThreadSubject } from './recipients.js';
import { loadThreadItems, type ThreadItems } from './thread-items.js';

interface Dependencies {
  vault: Vault;
  views: Views;
  policy: Policy;
  directory: Directory;
  texts: Texts;
  readMarks: MarksOfMembers;
}

export interface PreparedDelivery {
  account: Account;
  content: DeliveryContent;
  /** The order of the newest item in each thread that the content is about. */
  newestOrders: ReadonlyMap<number, string>;
}

interface Contents {
  items: readonly DeliveryItem[];
  omitted: number;
  newestOrders: PreparedDelivery['newestOrders'];
}

const digestDays: Record<DeliveryContent['frequency'], number> = { 'at-once': 0, hourly: 0, daily: 1, weekly: 7 };

const nothing: Contents = { items: [], omitted: 0, newestOrders: new Map() };

/** Builds what a due delivery sends, from what its recipient may see and has not read by now. */
export class DeliveryPreparation {
  private readonly digests: Digests;

  constructor(private readonly services: Dependencies) {
    this.digests = new Digests(services);
  }

  /** Returns null if there is nothing to send. */
  async prepare(delivery: PendingDelivery): Promise<PreparedDelivery | null> {
    const { vault, policy } = this.services;
    const { userId, subject } = delivery;
    const account = await vault.findAccount(userId);
    if (!account?.verified) return null;
    const reader = await findNotificationReader(this.services, { ...policy.getActor(userId), userId });
    const { items, omitted, newestOrders } = await this.readContents(delivery, reader);
    if (items.length === 0) return null;
    const frequency: DeliveryContent['frequency'] = isPeriod(subject) ? subject : 'at-once';
    const days = digestDays[frequency];
    const content = {
      id: createHash('sha256').update(`${delivery.id} ${delivery.firstOrder}`).digest('hex').slice(0, 32),
      recipient: { id: userId, username: account.username, timeZone: reader.settings.time_zone },
      frequency,
      threadId: parseThreadSubject(subject),
      items,
      omitted,
      digest: days === 0 ? null : await this.digests.buildDigest(reader, days),
    };
    // The account may have been erased while the content was built.
    return policy.isGone(userId) ? null : { account, content, newestOrders };
  }

  private async readContents(delivery: PendingDelivery, reader: NotificationReader): Promise<Contents> {
    const { channel, subject, userId, firstOrder, retainedKinds = [] } = delivery;
    const isBanned = this.services.policy.findBan(userId) !== null;
    const createChoiceFilter = (frequency: EmailFrequency) => (kind: ChoiceKind) => {
      const frequencyOfKind = chooseFrequency(channel, kind, reader.settings);
      return frequencyOfKind === frequency || (frequencyOfKind !== 'never' && retainedKinds.includes(kind));
    };
    const threadId = parseThreadSubject(subject);
    if (subject === banSubject) return this.loadBanItem(reader);
    if (threadId === null && !isPeriod(subject))
      // A banned member receives the response to their appeal even if their reports wait for a digest.
      return this.loadSingleItem(subject, reader, isBanned ? () => true : createChoiceFilter('at-once'), isBanned);
    if (isBanned) return nothing;
    if (threadId !== null) {
      const threadItems = await loadThreadItems(this.services, reader, threadId, createChoiceFilter('at-once'));
      return threadItems && hasReason(threadItems, delivery) ? this.buildContents(threadItems) : nothing;
    }
    const isWanted = createChoiceFilter(subject as EmailFrequency);
    const days = digestDays[subject as DeliveryContent['frequency']];
    const periodItems = await findPeriodItems(
      this.services,
      reader,
      { from: firstOrder, mentionsSince: new Date(Date.now() - days * dayMs).toISOString() },
      (kind) =>
        // A digest also lists mentions that have been sent by themselves, but not only those.
        isWanted(kind) || (days > 0 && kind === 'mention' && reader.settings.email.mention !== 'never'),
    );
    if (!periodItems.sources.some((source) => getOrder(source) >= firstOrder && isWanted(getKind(source))))
      return nothing;
    return this.buildContents(periodItems);
  }

  private async loadSingleItem(
    id: string,
    reader: NotificationReader,
    isWanted: (kind: ChoiceKind) => boolean,
    isBanned: boolean,
  ): Promise<Contents> {
    const { views } = this.services;
    const foundNotifications = await findNotificationsByIds(views.store, [id]);
    const [notification] = await filterVisible(this.services, reader, foundNotifications, isWanted);
    if (!notification) return nothing;
    const isAppeal =
      notification.kind === 'report' && (await findReportById(views.store, notification.subject.id))?.kind === 'appeal';
    if (isBanned && !isAppeal) return nothing;
    const isRead = await readCheck(this.services, reader.actor.userId, [notification]);
    if (isRead(notification)) return nothing;
    return this.buildContents({ sources: [{ notification }], omitted: 0 });
  }

  private async buildContents({ sources, omitted }: Pick<ThreadItems, 'sources' | 'omitted'>): Promise<Contents> {
    return { items: await buildItems(this.services, sources), omitted, newestOrders: findNewestOrders(sources) };
  }

  private async loadBanItem({ actor, settings }: NotificationReader): Promise<Contents> {
    const { policy, texts } = this.services;
    const ban = policy.findBan(actor.userId);
    const at = policy.getBannedSince(actor.userId);
    if (!ban || at === undefined || settings.email.moderation === 'never') return nothing;
    const reason = ban.reason && ((await texts.open([ban.reason])).get(ban.reason)?.text ?? null);
    const item: DeliveryItem = {
      kind: 'moderation',
      notificationId: null,
      actor: null,
      subject: 'member',
      thread: null,
      wallOf: null,
      excerpt: null,
      act: 'MemberBanned',
      reason,
      until: ban.until,
      path: pages.auth.path,
      at,
    };
    return { ...nothing, items: [item] };
  }
}

const getKind = (source: ItemSource): ChoiceKind => ('post' in source ? 'watch' : source.notification.kind);

/**
 * After an email about a thread, further replies are only sent once the member has read what was sent. Mentions are
 * always sent. Pushed notifications replace each other, so every reply is.
 */
function hasReason(
  { sources, emailedTo, hasReadEmailed }: ThreadItems,
  { channel, firstOrder }: PendingDelivery,
): boolean {
  const recent = sources.filter((source) => getOrder(source) >= firstOrder);
  if (channel === 'push') return recent.length > 0;
  const unsent = recent.filter((source) => getOrder(source) > emailedTo);
  return unsent.some((source) => !isBundled(getKind(source)) || hasReadEmailed);
}
