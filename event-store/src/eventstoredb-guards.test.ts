import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { allGuards } from './eventstoredb-guards.js';
import type { Guards } from './eventstoredb-guards.js';
import { appendProofs } from './testing/eventstoredb-guard-appends.js';
import { runScenario } from './testing/eventstoredb-guard-kit.js';
import { readProofs } from './testing/eventstoredb-guard-reads.js';
import { subscriptionProofs } from './testing/eventstoredb-guard-subscriptions.js';
import { typescriptArguments } from './testing/typescript-process.js';

const proofs = [...appendProofs, ...readProofs, ...subscriptionProofs];

describe.concurrent.each(proofs)('when $fault', (proof) => {
  it(`the guard "${proof.guard}" keeps harm away`, async () => {
    await runScenario(proof, true);
  });

  it(`harm is done without the guard "${proof.guard}"`, async ({ expect }) => {
    await expect(runScenario(proof, false)).rejects.toThrow(proof.harm);
  });
});

describe('when a late answer meets another log that lost its line', () => {
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
  const proven = new Set<string>([...proofs.map(({ guard }) => guard), 'classicAppend']);
  expect(Object.keys(allGuards).filter((guard) => !proven.has(guard))).toEqual([]);
});

/** The scenario in a process of its own, with a guard off. What it says on its way down is not shown. */
async function runInProcess(scenario: string, guardOff?: keyof Guards): Promise<{ code: unknown; said: string }> {
  const file = fileURLToPath(new URL('testing/eventstoredb-guard-process.ts', import.meta.url));
  const args = [...typescriptArguments, file, scenario, ...(guardOff ? [guardOff] : [])];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'ignore'] });
  const [[code], said] = await Promise.all([once(child, 'exit') as Promise<unknown[]>, text(child.stdout)]);
  return { code, said };
}
