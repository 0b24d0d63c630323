import { relative } from 'node:path';
import type { Reporter, TestModule, Vitest } from 'vitest/node';
import { reportNotRun } from './not-run.js';

const maxListed = 10;

export default class RunReport implements Reporter {
  private vitest?: Pick<Vitest, 'getGlobalTestNamePattern'>;

  onInit(vitest: Pick<Vitest, 'getGlobalTestNamePattern'>): void {
    this.vitest = vitest;
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    printFlaky(modules);
    if (!this.vitest?.getGlobalTestNamePattern()) reportSkipped(modules); // `-t` skips tests intentionally.
    const timedFiles = modules.map((module) => ({ file: relative('.', module.moduleId), seconds: sumSeconds(module) }));
    const slowestFiles = timedFiles.sort((a, b) => b.seconds - a.seconds).slice(0, maxListed);
    console.log(`\nThe ${slowestFiles.length} slowest files, in seconds:`);
    for (const { file, seconds } of slowestFiles) console.log(`${seconds.toFixed(1).padStart(7)}  ${file}`);
  }
}

function reportSkipped(modules: readonly TestModule[]): void {
  for (const module of modules) {
    const skippedCount = [...module.children.allTests('skipped')].length;
    if (skippedCount > 0)
      reportNotRun(`${skippedCount} ${skippedCount === 1 ? 'test' : 'tests'} of ${relative('.', module.moduleId)}`);
  }
}

/** Reports tests that passed only on a retry, which reveals a defect in the test or in the site. */
function printFlaky(modules: readonly TestModule[]): void {
  const flaky = modules.flatMap((module) =>
    [...module.children.allTests()].filter((test) => test.diagnostic()?.flaky).map((test) => [module, test] as const),
  );
  if (flaky.length === 0) return;
  console.log(`\nFLAKY, passed only on a retry: ${flaky.length}`);
  for (const [module, test] of flaky) console.log(`  ${relative('.', module.moduleId)} > ${test.fullName}`);
}

function sumSeconds(module: TestModule): number {
  const { collectDuration, duration, setupDuration } = module.diagnostic();
  return (collectDuration + setupDuration + duration) / 1_000;
}
