import { type EventLog, VersionConflict } from '@guildhall/event-store/port.js';
import { expect, test } from 'vitest';
import { MeasuredLog } from './measured-log.js';
import type { AppendOutcome } from './metrics.js';

test('counts an append as written, conflict or failed, and rethrows its error', async () => {
  const outcomes: AppendOutcome[] = [];
  const append = (outcome: AppendOutcome) => void outcomes.push(outcome);
  for (const error of [null, new VersionConflict('thread-1', 'no-stream', 0), new Error('away')]) {
    const respond = () => (error ? Promise.reject(error) : Promise.resolve({ position: '1', revision: 0 }));
    const log = new MeasuredLog({ append: respond } as unknown as EventLog, { append });
    const outcome = await log.append('thread-1', [], 'no-stream').catch((thrown: unknown) => thrown);
    expect(outcome).toEqual(error ?? { position: '1', revision: 0 });
  }
  expect(outcomes).toEqual(['written', 'conflict', 'failed']);
});
