import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { EventStoreDbLog } from '../../eventstoredb/log.js';
import { mutations } from './mutations.js';
import type { Guard, Replacement } from './mutations.js';

export type LogClass = typeof EventStoreDbLog;

const sources = fileURLToPath(new URL('../../', import.meta.url));
/** Inside the package, so that its dependencies are found; ignored like every build. */
const builds = fileURLToPath(new URL('../../../dist/', import.meta.url));

/** The adapter without the guards: a copy of its sources with their texts replaced, loaded and removed again. */
export async function loadWithout(guards: readonly Guard[]): Promise<LogClass> {
  const texts = replaceIn(
    adapterSources(),
    guards.flatMap((guard): Replacement[] => mutations[guard]),
  );
  mkdirSync(builds, { recursive: true });
  const folder = mkdtempSync(join(builds, 'mutant-'));
  try {
    for (const [file, text] of texts) writeFileSync(join(folder, file), text);
    const loaded = (await import(/* @vite-ignore */ join(folder, 'log.ts'))) as { EventStoreDbLog: LogClass };
    return loaded.EventStoreDbLog;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** @throws Error when a text to replace does not occur exactly once */
export function replaceIn(texts: Map<string, string>, replacements: readonly Replacement[]): Map<string, string> {
  const replaced = new Map(texts);
  for (const { file, text, by } of replacements) {
    const parts = (replaced.get(file) ?? '').split(text);
    if (parts.length !== 2) throw new Error(`${file} holds ${parts.length - 1} times: ${text}`);
    replaced.set(file, parts.join(by));
  }
  return replaced;
}

/** File names and texts. Modules outside the adapter are imported from their place, as the tests import them. */
function adapterSources(): Map<string, string> {
  const folder = join(sources, 'eventstoredb');
  const files = readdirSync(folder).filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'));
  const text = (file: string): string => readFileSync(join(folder, file), 'utf8');
  return new Map(files.map((file) => [file, text(file).replaceAll(/'\.\.\/([^']+)\.js'/g, `'${sources}$1.ts'`)]));
}
