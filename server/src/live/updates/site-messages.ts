import { siteTopic, type LiveRow, type TopicMessage } from '@guildhall/domain/wire/live.js';
import { beginning } from '@guildhall/event-store/port.js';
import type { Services } from '../../services.js';
import { playersRow, siteRow } from '../../read-models/site-rows.js';

type SiteParts = Pick<Services, 'historyId' | 'site' | 'status'>;

/** What the site is called, how it looks and how many play, as it stands now. */
export function siteRows(parts: SiteParts): LiveRow[] {
  return [{ kind: 'site', ...siteRow(parts) }, playersOf(parts)];
}

export function siteMessage(parts: SiteParts): TopicMessage {
  return { ...emptyMessage(parts), rows: siteRows(parts) };
}

export function playersMessage(parts: SiteParts): TopicMessage {
  return { ...emptyMessage(parts), rows: [playersOf(parts)] };
}

/** Its position is that of no event: it is told before the views are asked what else belongs to the topic. */
const emptyMessage = ({ historyId }: SiteParts) =>
  ({ topic: siteTopic, position: `${historyId}.${beginning}` }) as const;

const playersOf = (parts: SiteParts) => ({ kind: 'players', ...playersRow(parts) }) as const;
