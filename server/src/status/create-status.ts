import type { Logger } from 'pino';
import type { Commands } from '../commands/commands.js';
import { systemContext } from '../commands/command-context.js';
import type { SiteState } from '../policy/site-state.js';
import { StatusPoller, type PollCounts } from './status-poller.js';

const slotMs = 300_000;
/** The next round follows within this time. */
const anotherRoundMs = 90_000;

interface StatusParts {
  site: SiteState;
  commands: Pick<Commands, 'countPlayers'>;
  logger: Logger;
  now?: () => number;
}

/**
 * Polls the status services that the settings name; of every five minutes the first complete round is recorded in the
 * log, or else the last one.
 */
export function createStatus({ site, commands, logger, now = Date.now }: StatusParts): StatusPoller {
  let counted = '';
  // Every server does it; the command is the same for all of them, so that it results in one event.
  const onRound = async (counts: PollCounts) => {
    const begin = Math.floor(now() / slotMs) * slotMs;
    const slot = new Date(begin).toISOString();
    if (slot === counted || (!counts.complete && now() + anotherRoundMs < begin + slotMs)) return;
    const { players, modes } = counts;
    try {
      await commands.countPlayers({ type: 'CountPlayers', slot, players, modes }, systemContext('count-players', slot));
      counted = slot;
    } catch (error) {
      logger.warn({ err: error }, 'The players were not counted; trying again later');
    }
  };
  const onFailure = (address: string, error: unknown) =>
    logger.warn({ err: error, host: new URL(address).host }, 'The number of players is unknown');
  return new StatusPoller({ settings: () => site.settings, onRound, onFailure });
}
