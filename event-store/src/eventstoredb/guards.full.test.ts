import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { appendProofs } from '../testing/guards/append-proofs.js';
import { runScenario } from '../testing/guards/kit.js';
import { loadWithout, replaceIn } from '../testing/guards/mutant.js';
import { mutations } from '../testing/guards/mutations.js';
import type { Guard } from '../testing/guards/mutations.js';
import { readProofs } from '../testing/guards/read-proofs.js';
import { subscriptionProofs } from '../testing/guards/subscription-proofs.js';
import { typescriptArguments } from '../testing/processes/typescript-process.js';
import { EventStoreDbLog } from './log.js';

const proofs = [...appendProofs, ...readProofs, ...subscriptionProofs];

describe.concurrent.each(proofs)('when $fault', (proof) => {
  it(`the guard "${proof.guard}" prevents the fault`, async () => {
    await runScenario(proof, proof.without ? await loadWithout(proof.without) : EventStoreDbLog);
  });

  it(`the fault occurs without the guard "${proof.guard}"`, async ({ expect }) => {
    const Log = await loadWithout([...(proof.without ?? []), proof.guard]);
    await expect(runScenario(proof, Log)).rejects.toThrow(proof.harm);
  });
});

describe('when a late response meets another log that lost its connection', () => {
  it('the guard "classicAppend" keeps the process alive', async () => {
    expect(await runInProcess('late-answer')).toEqual({ code: 0, said: 'survived\n' });
  });

  it('the process ends without the guard "classicAppend"', async () => {
    expect(await runInProcess('late-answer', 'classicAppend')).toEqual({ code: 1, said: '' });
  });
});

it('a stream that fails after its reader gave up does not end the process', async () => {
  expect(await runInProcess('failure-after-the-reader')).toEqual({ code: 0, said: 'survived\n' });
});

it('proves every guard', () => {
  const proven = new Set<Guard>([...proofs.map(({ guard }) => guard), 'classicAppend']);
  expect(Object.keys(mutations).filter((guard) => !proven.has(guard as Guard))).toEqual([]);
});

it.each([
  ['missing', 0],
  ['twice', 2],
])('refuses to replace a text that is %s', (text, times) => {
  const sources = new Map([['log.ts', 'once, twice, twice']]);
  const replace = () => replaceIn(sources, [{ file: 'log.ts', text, by: '' }]);
  expect(replace).toThrow(`log.ts holds ${times} times: ${text}`);
});

/** The scenario in a process of its own, without a guard. Its output on failure is not shown. */
async function runInProcess(scenario: string, missingGuard?: Guard): Promise<{ code: unknown; said: string }> {
  const file = fileURLToPath(new URL('../testing/guards/process.ts', import.meta.url));
  const args = [...typescriptArguments, file, scenario, ...(missingGuard ? [missingGuard] : [])];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'ignore'] });
  const [[code], said] = await Promise.all([once(child, 'exit') as Promise<unknown[]>, text(child.stdout)]);
  return { code, said };
}
