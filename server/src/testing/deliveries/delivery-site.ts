import type { StoredEvent } from '@guildhall/event-store/port.js';
import { findPostUpTo } from '@guildhall/projections/views/posts/queries.js';
import { findThreadById } from '@guildhall/projections/views/threads/queries.js';
import { pino } from 'pino';
import { expect, onTestFinished, vi } from 'vitest';
import type {
  DeliveryContent,
  DeliveryItem,
  DeliveryOutcome,
  DeliverySender,
} from '../../deliveries/delivery-content.js';
import { addMember } from '../services.js';
import { changeSettings } from '../../deliveries/change-settings.js';
import { DeliveryQueue } from '../../deliveries/delivery-queue.js';
import { notifyMembers } from '../../deliveries/notify-members.js';
import { DeliveryPreparation } from '../../deliveries/prepare-delivery.js';
import { createSystemContext } from '../../commands/command-context.js';
import type { NotificationSettingsChange } from '@guildhall/domain/wire/schemas/members/notifications.js';
import { deliveryChannels, type DeliveryChannel } from '../../vault/deliveries/pending-deliveries.js';
import { LiveSite } from '../live-site.js';
import { MemberActions } from './member-actions.js';

export interface SentDelivery extends DeliveryContent {
  channel: DeliveryChannel;
  at: string;
}

/** A site that records its emails and push notifications, and whose clock moves only when a test moves it. */
export class DeliverySite {
  readonly sent: SentDelivery[] = [];
  /** Entries name a channel, or a channel and a member, such as `email 102`. */
  readonly unreachable = new Set<string>();
  outcome: (account: { id: number }, channel: DeliveryChannel) => DeliveryOutcome | Promise<DeliveryOutcome> = () =>
    'sent';
  hasLease = true;
  /** The position of the last event that the reaction has handled. */
  handled = '';

  static async start(at: string): Promise<DeliverySite> {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date(at) });
    onTestFinished(() => void vi.useRealTimers());
    const site = await LiveSite.start();
    const deliverySite = new DeliverySite(site);
    deliverySite.handled = await site.services.log.readHead();
    return deliverySite;
  }

  readonly actions: MemberActions;

  private constructor(readonly site: LiveSite) {
    this.actions = new MemberActions(site);
  }

  get services() {
    return this.site.services;
  }

  private createSender(channel: DeliveryChannel): DeliverySender {
    return {
      canReachAnyone: () => Promise.resolve(!this.unreachable.has(channel)),
      findReachable: (userIds) =>
        Promise.resolve(new Set(userIds.filter((id) => !this.unreachable.has(`${channel} ${id}`)))),
      send: async (account, content) => {
        this.sent.push({ ...content, channel, at: new Date().toISOString() });
        return this.outcome(account, channel);
      },
    };
  }

  private get senders() {
    return { email: this.createSender('email'), push: this.createSender('push') };
  }

  queue(services = this.services): DeliveryQueue {
    const preparation = new DeliveryPreparation(services);
    const logger = pino({ level: 'silent' });
    const options = { ...services, preparation, logger, hasLease: () => this.hasLease };
    return new DeliveryQueue({ ...options, senders: this.senders });
  }

  /** Handles the events since the last call, as the reaction does. */
  async react(): Promise<void> {
    await this.site.waitUntilSettled();
    const reaction = notifyMembers(this.services, this.senders);
    for (const event of await this.services.log.readAll(this.handled, 10_000)) {
      if (reaction.events.includes(event.type)) await reaction.handle(event, createEffect(event));
      this.handled = event.position;
    }
  }

  /** Moves the clock in steps, and sends the deliveries due after each. */
  async pass(minutes: number, stepMinutes = minutes): Promise<void> {
    await this.react();
    const queue = this.queue();
    for (let passedMinutes = 0; passedMinutes < minutes; passedMinutes += stepMinutes) {
      vi.setSystemTime(Date.now() + stepMinutes * 60_000);
      await this.site.waitUntilSettled();
      for (const channel of deliveryChannels) await queue.sendDue(channel);
    }
  }

  choose(userId: number, change: NotificationSettingsChange): Promise<void> {
    return changeSettings(this.services, userId, () => change);
  }

  /** Removes and returns what was sent, as `<member>: <kind> ...`. */
  take(channel: DeliveryChannel, userId?: number): SentDelivery[] {
    const isMatch = (delivery: SentDelivery) =>
      delivery.channel === channel && (userId ?? delivery.recipient.id) === delivery.recipient.id;
    const takenDeliveries = this.sent.filter(isMatch);
    this.sent.splice(0, this.sent.length, ...this.sent.filter((delivery) => !isMatch(delivery)));
    return takenDeliveries;
  }

  /** Moves the mark to the last visible post, as the thread's page does. */
  async readThread(userId: number, threadId: number): Promise<void> {
    const { store } = this.services.views;
    const last = await findPostUpTo(store, threadId, await store.readCheckpoint());
    const order = last?.order ?? (await findThreadById(store, threadId))?.createdOrder ?? '';
    await this.services.readMarks.moveThread(userId, threadId, { order, count: 0 });
  }

  async expectNothingPending(): Promise<void> {
    for (const channel of deliveryChannels)
      expect(await this.services.vault.findDueDeliveries(channel, '9999', 100)).toEqual([]);
  }
}

const createEffect = (event: StoredEvent) => (part: string) => createSystemContext('notify-members', event.id + part);

export const listKinds = ({ items }: { items: readonly DeliveryItem[] }): string =>
  items.map(({ kind }) => kind).join(' ');

/** Starts a site at 10:00 UTC on a Monday, with an author and a reader. */
export async function startOnMonday() {
  const site = await DeliverySite.start('2026-03-02T10:00:00.000Z');
  const anna = await addMember(site.services, 'Anna');
  await site.react();
  return { site, steve: site.site.member, anna };
}
