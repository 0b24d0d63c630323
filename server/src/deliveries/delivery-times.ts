import type { EmailFrequency } from '@guildhall/domain/wire/kinds.js';
import type { DeliveryChannel } from '../vault/deliveries/pending-deliveries.js';

const secondMs = 1_000;
const minuteMs = 60 * secondMs;
const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;

const pushDelayMs = 10 * secondMs;
const emailDelayMs = 2 * minuteMs;

const periods = ['hourly', 'daily', 'weekly'] as const satisfies readonly EmailFrequency[];

/** Returns whether a delivery covers everything in a period, instead of one thread or notification. */
export const isPeriod = (subject: string): subject is (typeof periods)[number] =>
  (periods as readonly string[]).includes(subject);

/** Returns when a delivery about an event at this time is due. */
export const computeDeliveryTime = (
  channel: DeliveryChannel,
  frequency: Exclude<EmailFrequency, 'never'>,
  eventAt: Date,
  timeZone: string | null,
): Date =>
  channel === 'push' ? new Date(eventAt.getTime() + pushDelayMs) : computeEmailTime(frequency, eventAt, timeZone);

const digestHour = 8;
const monday = 1;

/**
 * Returns when an email about an event at this time is due. Digests are due in the morning in the member's time zone.
 */
export function computeEmailTime(
  frequency: Exclude<EmailFrequency, 'never'>,
  eventAt: Date,
  timeZone: string | null,
): Date {
  const at = eventAt.getTime();
  switch (frequency) {
    case 'at-once':
      return new Date(at + emailDelayMs);
    case 'hourly':
      return new Date((Math.floor(at / hourMs) + 1) * hourMs);
    case 'daily':
      return findNextMorning(at, timeZone ?? 'UTC', () => true);
    case 'weekly':
      return findNextMorning(at, timeZone ?? 'UTC', (weekday) => weekday === monday);
  }
}

/** Returns when a waiting digest is due after its recipient has changed the time zone. The day stays the same if possible. */
export function moveDigest(
  dueAt: Date,
  { from, to, now }: { from: string | null; to: string | null; now: Date },
): Date {
  const at = dueAt.getTime();
  // The first attempt of an interrupted change has already moved it.
  if (findNextMorning(at - 1, to ?? 'UTC', () => true).getTime() === at) return dueAt;
  const sameLocalTime = at + getOffsetMs(at, from ?? 'UTC') - getOffsetMs(at, to ?? 'UTC');
  const earlyThatDay = sameLocalTime - (digestHour / 2) * hourMs;
  return computeEmailTime('daily', new Date(Math.max(earlyThatDay, now.getTime())), to);
}

function findNextMorning(after: number, timeZone: string, isDue: (weekday: number) => boolean): Date {
  const offset = getOffsetMs(after, timeZone);
  const today = Math.floor((after + offset) / dayMs) * dayMs;
  for (let day = today; ; day += dayMs) {
    const local = day + digestHour * hourMs;
    if (!isDue(new Date(local).getUTCDay())) continue;
    // Clocks change at night, so this approximate time has the same offset as the morning.
    const at = local - getOffsetMs(local - offset, timeZone);
    if (at > after) return new Date(at);
  }
}

/** Returns the difference between local time and UTC. */
function getOffsetMs(at: number, timeZone: string): number {
  const format = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' });
  const name = format.formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value ?? '';
  const [, sign = '+', hours = '0', minutes = '0'] = /GMT([+-])(\d+):(\d+)/.exec(name) ?? [];
  return Number(`${sign}1`) * (Number(hours) * hourMs + Number(minutes) * minuteMs);
}
