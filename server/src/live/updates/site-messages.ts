import type { LiveRow } from '@guildhall/domain/wire/schemas/live/rows.js';
import type { TopicMessage } from '@guildhall/domain/wire/schemas/live/messages.js';
import { siteTopic } from '@guildhall/domain/wire/topics.js';
import { beginning } from '@guildhall/event-store/port.js';
import type { SiteState } from '../../policy/site-state.js';
import type { StatusPoller } from '../../status/status-poller.js';
import { playersRow, siteRow } from '../../read-models/site-rows.js';

interface Dependencies {
  historyId: string;
  site: SiteState;
  status: StatusPoller;
}

export function siteRows(services: Dependencies): LiveRow[] {
  return [{ kind: 'site', ...siteRow(services) }, playersOf(services)];
}

export function siteMessage(services: Dependencies): TopicMessage {
  return { ...emptyMessage(services), rows: siteRows(services) };
}

export function playersMessage(services: Dependencies): TopicMessage {
  return { ...emptyMessage(services), rows: [playersOf(services)] };
}

/** `beginning`: it is sent before the views are read for the other rows of the topic. */
const emptyMessage = ({ historyId }: Dependencies) =>
  ({ topic: siteTopic, position: `${historyId}.${beginning}` }) as const;

const playersOf = (services: Dependencies) => ({ kind: 'players', ...playersRow(services) }) as const;
