import { can } from '@guildhall/domain/permissions.js';
import { Refusal } from '@guildhall/domain/refusals.js';
import type { EventLog } from '@guildhall/event-store/port.js';
import type { Fold } from '../log/fold.js';
import { Policy } from '../policy/policy.js';
import type { Requester } from '../request/request-context.js';
import { SiteState } from '../policy/site-state.js';

interface Dependencies {
  log: EventLog;
  policy: Policy;
  site: SiteState;
}

export interface AsOf {
  policy: Policy;
  site: SiteState;
  now: string;
}

/** @throws Refusal not-found if the caller requests a past time without permission to view the audit */
export async function loadAsOf(services: Dependencies, { actor }: Requester, at: string | undefined): Promise<AsOf> {
  const { policy, site, log } = services;
  if (at === undefined) return { policy, site, now: new Date().toISOString() };
  if (!can(actor, 'view-audit')) throw new Refusal('not-found');
  const pastState = { policy: new Policy(), site: new SiteState(), now: at };
  const folds = [
    pastState.policy.staffFold,
    pastState.policy.structureFold,
    pastState.policy.gamesFold,
    pastState.site.themeFold,
    pastState.site.settingsFold,
  ];
  await Promise.all(folds.map((fold) => foldUpTo(log, fold as ReplayableFold, at)));
  return pastState;
}

type ReplayableFold = Pick<Fold<unknown, unknown, never, unknown>, 'stream' | 'apply'>;

async function foldUpTo(log: EventLog, fold: ReplayableFold, at: string): Promise<void> {
  for (const event of await log.readStream(fold.stream)) {
    if ((event.metadata.at ?? '') > at) return;
    fold.apply(event);
  }
}
