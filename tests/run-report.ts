import { relative } from 'node:path';
import type { Reporter, TestModule } from 'vitest/node';

const shown = 10;

/** Prints the slowest test files at the end of a run, and the tests that passed only when they were run again. */
export default class RunReport implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    printFlaky(modules);
    const timed = modules.map((module) => ({ file: relative('.', module.moduleId), seconds: secondsOf(module) }));
    const slowest = timed.sort((a, b) => b.seconds - a.seconds).slice(0, shown);
    console.log(`\nThe ${slowest.length} slowest files, in seconds:`);
    for (const { file, seconds } of slowest) console.log(`${seconds.toFixed(1).padStart(7)}  ${file}`);
  }
}

/** A test that passes only at the second try is a defect of the test or of the site: it is named, not hidden. */
function printFlaky(modules: readonly TestModule[]): void {
  const flaky = modules.flatMap((module) =>
    [...module.children.allTests()].filter((test) => test.diagnostic()?.flaky).map((test) => [module, test] as const),
  );
  if (flaky.length === 0) return;
  console.log(`\nFLAKY, passed only when run again: ${flaky.length}`);
  for (const [module, test] of flaky) console.log(`  ${relative('.', module.moduleId)} > ${test.fullName}`);
}

/** The time that a file takes in its worker, with its imports and hooks. */
function secondsOf(module: TestModule): number {
  const { collectDuration, duration, setupDuration } = module.diagnostic();
  return (collectDuration + setupDuration + duration) / 1_000;
}
