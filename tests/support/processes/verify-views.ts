import { setTimeout as sleep } from 'node:timers/promises';
import type { Person } from '../site/member.js';

interface Outcome {
  at: string;
  ok: boolean;
  message: string;
}

/** @returns the result: 'No difference.' if the views are intact */
export async function verifyViews(admin: Person): Promise<string> {
  return waitForOutcome(admin, 'verify', 'lastVerify');
}

export async function rebuildViews(admin: Person): Promise<string> {
  return waitForOutcome(admin, 'rebuild', 'lastRebuild');
}

async function waitForOutcome(admin: Person, work: string, field: 'lastVerify' | 'lastRebuild'): Promise<string> {
  const ask = async () => (await admin.perform('GET', '/admin/projections'))[field] as Outcome | null;
  const previousOutcomeAt = (await ask())?.at;
  await admin.perform('POST', `/admin/projections/${work}`);
  for (;;) {
    const outcome = await ask();
    if (outcome && outcome.at !== previousOutcomeAt) return outcome.message;
    await sleep(25);
  }
}
