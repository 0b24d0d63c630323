import { relative } from 'node:path';
import type { Reporter, TestModule } from 'vitest/node';

const shown = 10;

/** Prints the slowest test files at the end of a run, so that a tier that grows slow shows where. */
export default class SlowestFiles implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const timed = modules.map((module) => ({ file: relative('.', module.moduleId), seconds: secondsOf(module) }));
    const slowest = timed.sort((a, b) => b.seconds - a.seconds).slice(0, shown);
    console.log(`\nThe ${slowest.length} slowest files, in seconds:`);
    for (const { file, seconds } of slowest) console.log(`${seconds.toFixed(1).padStart(7)}  ${file}`);
  }
}

/** The time that a file takes in its worker, with its imports and hooks. */
function secondsOf(module: TestModule): number {
  const { collectDuration, duration, setupDuration } = module.diagnostic();
  return (collectDuration + setupDuration + duration) / 1_000;
}
