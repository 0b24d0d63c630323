import type { Logger } from 'pino';
import type { Commands } from '../commands/commands.js';
import { createSystemContext } from '../commands/command-context.js';
import type { SiteState } from '../policy/site-state.js';
import type { ServerStatuses } from './server-statuses.js';
import { StatusPoller, type PollCounts } from './status-poller.js';

const slotMs = 300_000;
const pollRoundMs = 90_000;

interface StatusParts {
  site: SiteState;
  commands: Pick<Commands, 'countPlayers'>;
  servers?: ServerStatuses;
  logger: Logger;
  now?: () => number;
}

/** Records one round every five minutes in the log: the first complete one or, if there is none, the last. */
export function createStatus({ site, commands, servers, logger, now = Date.now }: StatusParts): StatusPoller {
  let lastCount = '';
  // Every server uses the same command id, so only one event is written.
  const onRound = async (counts: PollCounts) => {
    const slotStart = Math.floor(now() / slotMs) * slotMs;
    const slot = new Date(slotStart).toISOString();
    if (slot === lastCount || (!counts.isComplete && now() + pollRoundMs < slotStart + slotMs)) return;
    const { isComplete: _, ...data } = counts;
    try {
      await commands.countPlayers({ type: 'CountPlayers', slot, ...data }, createSystemContext('count-players', slot));
      lastCount = slot;
    } catch (error) {
      logger.warn({ err: error }, 'the player count could not be recorded; trying again later');
    }
  };
  const onFailure = (address: string, error: unknown) =>
    logger.warn({ err: error, host: new URL(address).host }, 'the player count is unknown');
  return new StatusPoller({ getSettings: () => site.settings, ...(servers && { servers }), onRound, onFailure });
}
