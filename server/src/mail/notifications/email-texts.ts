import { LRUCache } from 'lru-cache';
import { isolateRightToLeft } from '@guildhall/domain/text/direction.js';
import type { ChoiceKind } from '@guildhall/domain/wire/kinds.js';
import type { DeliveryContent, DeliveryItem, Digest } from '../../deliveries/delivery-content.js';

type Frequency = DeliveryContent['frequency'];
export type EmailItem = Pick<DeliveryItem, 'kind' | 'actor' | 'subject' | 'thread' | 'wallOf' | 'act' | 'until'>;

const nameActor = ({ actor }: EmailItem): string => actor ?? 'Someone';
const formatTitle = ({ thread }: EmailItem): string =>
  thread === null ? 'a thread' : `“${isolateRightToLeft(thread.title)}”`;
const formatCount = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`;
const conjunction = new Intl.ListFormat('en-GB', { type: 'conjunction' });

export const emailTexts = {
  item: {
    watch: (item) =>
      item.subject === 'thread'
        ? `${nameActor(item)} started ${formatTitle(item)}`
        : `${nameActor(item)} replied in ${formatTitle(item)}`,
    reply: (item) => `${nameActor(item)} replied to you in ${formatTitle(item)}`,
    mention: (item) =>
      item.subject === 'wallpost'
        ? `${nameActor(item)} mentioned you on ${item.wallOf === null ? 'a wall' : `${item.wallOf}'s wall`}`
        : `${nameActor(item)} mentioned you in ${formatTitle(item)}`,
    quote: (item) => `${nameActor(item)} quoted you in ${formatTitle(item)}`,
    solution: (item) => `${nameActor(item)} marked your reply as the solution to ${formatTitle(item)}`,
    wall: (item) =>
      item.wallOf === null
        ? `${nameActor(item)} wrote on your wall`
        : `${nameActor(item)} replied to you on ${item.wallOf}'s wall`,
    follow: (item) => `${nameActor(item)} started following you`,
    moderation: describeStaffAction,
    report: () => 'Staff answered your report',
  } satisfies Record<ChoiceKind, (item: EmailItem, timeZone: string | null) => string>,
  subject: {
    'at-once': (siteName, count) => `${formatCount(count, 'new notification', 'new notifications')} at ${siteName}`,
    hourly: (siteName, count) => `${formatCount(count, 'new notification', 'new notifications')} at ${siteName}`,
    daily: (siteName) => `Your day at ${siteName}`,
    weekly: (siteName) => `Your week at ${siteName}`,
  } satisfies Record<Frequency, (siteName: string, count: number) => string>,
  kinds: {
    watch: 'watched threads',
    reply: 'replies',
    mention: 'mentions',
    quote: 'quotes',
    solution: 'solutions',
    wall: 'walls',
    follow: 'followers',
    moderation: 'moderation',
    report: 'reports',
  } satisfies Record<ChoiceKind, string>,
  join: (parts: readonly string[]) => conjunction.format(parts),
  greeting: (username: string) => `Hello ${username},`,
  reason: (reason: string) => `Reason: ${isolateRightToLeft(reason)}`,
  omitted: (count: number) => `And ${formatCount(count, 'more notification', 'more notifications')}.`,
  read: 'Read',
  readAll: 'Read all notifications',
  mute: 'Mute this thread',
  notices: 'Your notifications',
  liveliest: 'Liveliest threads',
  replies: (count: number) => formatCount(count, 'new reply', 'new replies'),
  numbers: ({ newThreads, newReplies, newMembers }: Digest) =>
    `${formatCount(newThreads, 'new thread', 'new threads')}, ${formatCount(newReplies, 'new reply', 'new replies')} and ${formatCount(newMembers, 'new member', 'new members')}.`,
  footer: (siteName: string) => `You receive this email because of your notification settings at ${siteName}.`,
  settings: 'Change your settings',
  unsubscribe: 'Unsubscribe',
  time: formatTime,
  page: {
    title: 'Emails about notifications',
    invalid: 'This link is not complete. Copy the whole link from the email, or change your settings.',
    kinds: (kinds: string) => `emails about ${kinds}`,
    frequencies: { hourly: 'hourly emails', daily: 'daily emails', weekly: 'weekly emails' },
    emails: {
      before: (emails: string) => `Stop receiving ${emails}?`,
      button: 'Unsubscribe',
      after: (emails: string) => `You are unsubscribed. You will receive no more ${emails}.`,
    },
    mute: {
      before: 'Mute this thread? You will only be notified of mentions, quotes and replies to you.',
      button: 'Mute this thread',
      after: 'This thread is muted. You will only be notified of mentions, quotes and replies to you.',
    },
  },
};

const verbs: Readonly<Record<string, string>> = {
  Edited: 'edited',
  Locked: 'locked',
  Unlocked: 'unlocked',
  Moved: 'moved',
  Deleted: 'deleted',
  Restored: 'restored',
};

function describeStaffAction(item: EmailItem, timeZone: string | null): string {
  const { act, until, thread } = item;
  if (act === 'MemberBanned') return until ? `You are banned until ${formatTime(until, timeZone)}` : 'You are banned';
  const [, subject = '', verb = ''] = /^(Thread|Reply|WallPost)(\w+)$/.exec(act ?? '') ?? [];
  const subjects: Readonly<Record<string, string>> = {
    Thread: thread === null ? 'your thread' : `your thread ${formatTitle(item)}`,
    Reply: thread === null ? 'your reply' : `your reply in ${formatTitle(item)}`,
    WallPost: 'your wall post',
  };
  return `${nameActor(item)} ${verbs[verb] ?? 'changed'} ${subjects[subject] ?? 'something that you wrote'}`;
}

/** Creating a format takes longer than composing the rest of an email. */
const timeFormats = new LRUCache<string, Intl.DateTimeFormat>({ max: 50 });

function formatTime(at: string, timeZone: string | null): string {
  const zone = timeZone ?? 'UTC';
  const format =
    timeFormats.get(zone) ??
    new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: zone });
  timeFormats.set(zone, format);
  return timeZone === null ? `${format.format(new Date(at))} (UTC)` : format.format(new Date(at));
}
