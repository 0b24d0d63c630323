import { formatPosition } from '@guildhall/domain/wire/positions.js';
import type { LiveRow } from '@guildhall/domain/wire/schemas/live/rows.js';
import type { TopicMessage } from '@guildhall/domain/wire/schemas/live/messages.js';
import { siteTopic } from '@guildhall/domain/wire/topics.js';
import { beginning } from '@guildhall/event-store/port.js';
import { playersRow, siteRow } from '../../read-models/site-rows.js';
import type { Services } from '../../services.js';

export function siteRows(services: Services): LiveRow[] {
  return [{ kind: 'site', ...siteRow(services) }, playersOf(services)];
}

export function siteMessage(services: Services): TopicMessage {
  return { ...emptyMessage(services), rows: siteRows(services) };
}

export function playersMessage(services: Services): TopicMessage {
  return { ...emptyMessage(services), rows: [playersOf(services)] };
}

/** Uses `beginning` because the message is sent before the topic's other rows are read from the views. */
const emptyMessage = ({ historyId }: Services) =>
  ({ topic: siteTopic, position: formatPosition(historyId, beginning) }) as const;

const playersOf = (services: Services) => ({ kind: 'players', ...playersRow(services) }) as const;
