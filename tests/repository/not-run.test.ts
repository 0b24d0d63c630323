import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { TestModule } from 'vitest/node';
import { collectingFile } from '../not-run.js';
import RunReport from '../run-report.js';

const testFile = (path: string, states: string[]) =>
  ({
    moduleId: resolve(path),
    children: {
      *allTests(state?: string) {
        yield* states.filter((candidate) => !state || candidate === state).map(() => ({ diagnostic: () => undefined }));
      },
    },
    diagnostic: () => ({ collectDuration: 0, duration: 0, setupDuration: 0 }),
  }) as unknown as TestModule; // The report reads only these properties.

function collect(): () => string[] {
  const file = join(mkdtempSync(join(tmpdir(), 'guildhall-')), 'not-run');
  vi.stubEnv(collectingFile, file);
  return () => readFileSync(file, { encoding: 'utf8', flag: 'a+' }).split('\n').filter(Boolean);
}

describe('report of skipped tests', () => {
  afterEach(() => void vi.unstubAllEnvs());

  it('the report lists every file with skipped tests and their number', () => {
    vi.spyOn(console, 'log').mockReturnValue();
    const collectedFile = collect();
    new RunReport().onTestRunEnd([
      testFile('tests/a.test.ts', ['passed', 'skipped', 'skipped']),
      testFile('tests/b.test.ts', ['skipped']),
      testFile('tests/c.test.ts', ['passed']),
    ]);
    expect(collectedFile()).toEqual(['2 tests of tests/a.test.ts', '1 test of tests/b.test.ts']);
  });

  it('the report omits tests that a command-line filter excludes', () => {
    vi.spyOn(console, 'log').mockReturnValue();
    const collectedFile = collect();
    const report = new RunReport();
    report.onInit({ getGlobalTestNamePattern: () => /locked/ });
    report.onTestRunEnd([testFile('tests/a.test.ts', ['skipped'])]);
    expect(collectedFile()).toEqual([]);
  });
});
