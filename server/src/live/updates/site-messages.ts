import { formatPosition } from '@guildhall/domain/wire/positions.js';
import type { LiveRow } from '@guildhall/domain/wire/schemas/live/rows.js';
import type { TopicMessage } from '@guildhall/domain/wire/schemas/live/messages.js';
import { siteTopic } from '@guildhall/domain/wire/topics.js';
import { beginning } from '@guildhall/event-store/port.js';
import { buildPlayersRow, buildSiteRow } from '../../read-models/site-rows.js';
import type { Services } from '../../services.js';

export function buildSiteRows(services: Services): LiveRow[] {
  return [{ kind: 'site', ...buildSiteRow(services) }, playersOf(services)];
}

export function buildSiteMessage(services: Services): TopicMessage {
  return { ...buildEmptyMessage(services), rows: buildSiteRows(services) };
}

export function buildPlayersMessage(services: Services): TopicMessage {
  return { ...buildEmptyMessage(services), rows: [playersOf(services)] };
}

/** Uses `beginning` because the message is sent before the topic's other rows are read from the views. */
const buildEmptyMessage = ({ historyId }: Services) =>
  ({ topic: siteTopic, position: formatPosition(historyId, beginning) }) as const;

const playersOf = (services: Services) => ({ kind: 'players', ...buildPlayersRow(services) }) as const;
