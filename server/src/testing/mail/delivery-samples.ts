import type { DeliveryContent, DeliveryItem } from '../../deliveries/delivery-content.js';

const noon = '2026-03-01T12:00:00.000Z';

export const buildDeliveryItem = (fields: Partial<DeliveryItem> = {}): DeliveryItem => ({
  kind: 'reply',
  actor: 'Anna',
  subject: 'post',
  thread: { id: 42, title: 'Castle <build>' },
  wallOf: null,
  notificationId: null,
  act: null,
  reason: null,
  path: '/forums/thread/42#post-5',
  excerpt: 'Nice & tidy\nwalls',
  at: noon,
  ...fields,
});

export const buildDeliveryContent = (fields: Partial<DeliveryContent> = {}): DeliveryContent => ({
  id: 'a'.repeat(32),
  recipient: { id: 7, username: 'Steve', timeZone: 'Asia/Tokyo' },
  frequency: 'at-once',
  threadId: 42,
  items: [buildDeliveryItem()],
  omitted: 0,
  digest: null,
  ...fields,
});

const longWord = 'Donaudampfschifffahrtsgesellschaftskapitän'.repeat(3);

/**
 * One delivery of each form. They include long words, scripts of both directions and characters that HTML must escape.
 */
export const deliveryForms: Readonly<Record<string, DeliveryContent>> = {
  reply: buildDeliveryContent(),
  bundle: buildDeliveryContent({
    items: [
      buildDeliveryItem({ kind: 'watch', actor: 'Bram' }),
      buildDeliveryItem({ kind: 'mention', actor: 'Ömer', excerpt: `${longWord} @Steve` }),
      buildDeliveryItem({ kind: 'quote', excerpt: '> Hello\nمرحبا بكم' }),
    ],
    omitted: 12,
  }),
  ban: buildDeliveryContent({
    threadId: null,
    items: [
      buildDeliveryItem({
        kind: 'moderation',
        subject: 'member',
        thread: null,
        act: 'MemberBanned',
        excerpt: null,
        path: '/appeal',
        reason: 'Griefing, again',
        until: '2026-03-08T12:00:00.000Z',
      }),
    ],
  }),
  hourly: buildDeliveryContent({
    frequency: 'hourly',
    threadId: null,
    items: [
      buildDeliveryItem({ kind: 'wall', subject: 'wallpost', thread: null, path: '/profile/Steve' }),
      buildDeliveryItem({ kind: 'follow', subject: 'member', thread: null, excerpt: null, path: '/profile/Anna' }),
      buildDeliveryItem({ kind: 'solution', excerpt: null }),
    ],
  }),
  digest: buildDeliveryContent({
    frequency: 'weekly',
    threadId: null,
    items: [buildDeliveryItem({ kind: 'mention' })],
    digest: {
      liveliest: [
        { id: 42, title: 'Castle <build>', path: '/forums/thread/42', replies: 31 },
        { id: 43, title: `A thread about ${longWord}`, path: '/forums/thread/43', replies: 1 },
      ],
      newThreads: 4,
      newReplies: 120,
      newMembers: 1,
    },
  }),
};
