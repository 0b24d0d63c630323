import type { LiveRow } from '@guildhall/domain/wire/schemas/live/rows.js';
import type { TopicMessage } from '@guildhall/domain/wire/schemas/live/messages.js';
import { siteTopic } from '@guildhall/domain/wire/topics.js';
import { buildPlayersRow, buildSiteRow } from '../../read-models/site-rows.js';
import type { Services } from '../../services.js';

export function buildSiteRows(services: Services): LiveRow[] {
  return [{ kind: 'site', ...buildSiteRow(services) }, buildPlayers(services)];
}

/** Has no position because it is sent before the topic's other rows are read from the views. */
export function buildSiteMessage(services: Services): TopicMessage {
  return { topic: siteTopic, rows: buildSiteRows(services) };
}

export function buildPlayersMessage(services: Services): TopicMessage {
  return { topic: siteTopic, rows: [buildPlayers(services)] };
}

const buildPlayers = (services: Services) => ({ kind: 'players', ...buildPlayersRow(services) }) as const;
