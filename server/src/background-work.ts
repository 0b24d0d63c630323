import type { Position } from '@guildhall/event-store/port.js';
import type { VaultBinding } from './backup/reconcile-vault.js';
import { DeliveryQueue } from './deliveries/delivery-queue.js';
import { notifyMembers } from './deliveries/notify-members.js';
import { DeliveryPreparation } from './deliveries/prepare-delivery.js';
import { endFollowsOfErased } from './erasure/end-follows.js';
import { sweepAccounts } from './erasure/sweep-accounts.js';
import type { Follower } from './log/follower.js';
import type { OpenedSite } from './open-stores.js';
import { fillLedgers } from './games/ledger/fill-ledgers.js';
import { removeUploads } from './pictures/remove-uploads.js';
import type { Reaction } from './reactions/reaction.js';
import { ReactionRunner } from './reactions/run-reaction.js';
import type { Services } from './services.js';

const hourMs = 3_600_000;
const presenceIntervalMs = 15_000;
const serverStatusIntervalMs = 5_000;
const gameLedgersIntervalMs = 5_000;

export function createPeriodicTasks(
  services: Services,
  projections: OpenedSite['projections'],
  binding: VaultBinding,
  reactions: RunningReactions,
) {
  /** Only the server that runs the reactions does these tasks. */
  const runWithLease = (run: () => Promise<void>) => async () => void (reactions.hasLease() && (await run()));
  return [
    { name: 'sweep', everyMs: hourMs / 12, run: () => sweepAccounts(services) },
    { name: 'game-accounts', everyMs: hourMs, run: () => services.gameAccounts.sweep() },
    { name: 'game-heads', everyMs: hourMs, run: () => services.gameHeads.sweep() },
    { name: 'game-codes', everyMs: hourMs, run: () => services.gameCodes.sweep() },
    {
      name: 'server-statuses',
      everyMs: serverStatusIntervalMs,
      run: () => services.serverStatuses.exchange(reactions.hasLease()),
    },
    { name: 'presence', everyMs: presenceIntervalMs, run: () => services.presence.exchange() },
    { name: 'erasures', everyMs: hourMs / 60, run: () => services.vaultErasure.finish() },
    { name: 'bind-vault', everyMs: hourMs / 60, run: () => binding.save() },
    {
      name: 'fill-due-ledgers',
      everyMs: gameLedgersIntervalMs,
      run: runWithLease(() => services.ledgerFiller.fillDue()),
    },
    {
      name: 'compare-ledgers',
      everyMs: gameLedgersIntervalMs,
      run: () => services.ledgerFiller.compareLedgers(reactions.hasLease()),
    },
    // Several servers would remove too many reports and sessions.
    { name: 'game-reports', everyMs: hourMs, run: runWithLease(() => services.gameReports.sweep()) },
    {
      name: 'player-sessions',
      everyMs: hourMs,
      run: runWithLease(() => services.playerSessions.sweep(services.policy.games.servers.keys())),
    },
    { name: 'files', everyMs: hourMs, run: runWithLease(() => services.files.sweep()) },
    ...projections.listPeriodicTasks(),
  ];
}

interface RunningReactions {
  hasLease: () => boolean;
  stop: () => Promise<void>;
}

export function startReactions(services: Services, follower: Follower, head: Position): RunningReactions {
  const { senders } = services;
  const run = (reaction: Reaction) => {
    const runner = new ReactionRunner(services, reaction, head);
    runner.start(follower);
    return runner;
  };
  const notificationRunner = run(notifyMembers(services, senders));
  const runners = [
    notificationRunner,
    run(endFollowsOfErased(services)),
    run(removeUploads(services)),
    run(fillLedgers(services)),
  ];
  const preparation = new DeliveryPreparation(services);
  const queue = new DeliveryQueue({ ...services, preparation, hasLease: () => notificationRunner.hasLease });
  queue.start();
  return {
    hasLease: () => notificationRunner.hasLease,
    stop: async () => {
      await queue.stop();
      await Promise.all(runners.map((runner) => runner.stop()));
    },
  };
}
