import { setTimeout as sleep } from 'node:timers/promises';
import { SingleBar } from 'cli-progress';
import type { Outcome, ProjectionsAdmin, ProjectionsStatus } from './projections-admin.js';

const pollIntervalMs = 200;

export async function printStatus(projections: ProjectionsAdmin): Promise<void> {
  const { generation, state, checkpoint, head, poison } = await projections.getStatus();
  console.log(`generation  ${generation}`);
  console.log(`state       ${state}`);
  console.log(`checkpoint  ${checkpoint}${checkpoint === head ? ' (up to date)' : ''}`);
  console.log(`log head    ${head ?? 'unknown'}`);
  console.log(`skipped     ${poison.length} events`);
  for (const event of poison) console.log(`  ${event.position} ${event.type} ${event.stream}: ${event.error}`);
}

export async function followRebuild(projections: ProjectionsAdmin): Promise<void> {
  const bar = new SingleBar({ format: '{phase}: {value} events, {rate} a second', noTTYOutput: true });
  bar.start(0, 0, { phase: 'building', rate: 0 });
  const outcome = await getOutcome(
    projections,
    'lastRebuild',
    () => projections.startRebuild(),
    ({ progress }) => {
      if (progress) bar.update(progress.done, { phase: progress.phase, rate: progress.eventsPerSecond });
    },
  );
  bar.stop();
  print(outcome);
}

export async function followVerify(projections: ProjectionsAdmin): Promise<void> {
  const outcome = await getOutcome(projections, 'lastVerify', () => projections.startVerify());
  const { report } = outcome;
  if (report) console.log(`${report.documents} documents compared, up to ${report.position}`);
  for (const { collection, id, kind, fields } of report?.differences ?? []) {
    console.log(`${collection} ${id}: ${kind}${fields.length > 0 ? ` (${fields.join(', ')})` : ''}`);
  }
  if (report?.more) console.log('and more');
  print(outcome);
}

function print({ ok, message }: Outcome): void {
  console.log(message);
  if (!ok) process.exitCode = 1;
}

async function getOutcome(
  projections: ProjectionsAdmin,
  which: 'lastRebuild' | 'lastVerify',
  start: () => Promise<void>,
  onStatus: (status: ProjectionsStatus) => void = () => undefined,
): Promise<Outcome> {
  const previousOutcomeAt = (await projections.getStatus())[which]?.at;
  await start();
  for (;;) {
    const status = await projections.getStatus();
    onStatus(status);
    const outcome = status[which];
    if (outcome && outcome.at !== previousOutcomeAt) return outcome;
    if (status.state === 'away') throw new Error('No projector is running.');
    await sleep(pollIntervalMs);
  }
}
