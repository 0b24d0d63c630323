import { existsSync, readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { dirname, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const frame = /(file:\/\/[^\s()]+):(\d+):(\d+)/g;
const maps = new Map<string, SourceMap | null>();

/** Maps positions in the bundle to the sources. Node's own option would load all maps at start-up. */
export function mapStack(stack: string): string {
  return stack.replaceAll(frame, (match, url: string, line: string, column: string) => {
    const file = fileURLToPath(url);
    const entry = loadMap(file)?.findEntry(Number(line) - 1, Number(column) - 1);
    if (!entry || !('originalSource' in entry)) return match;
    const source = relative(process.cwd(), resolve(dirname(file), entry.originalSource));
    return `${source}:${entry.originalLine + 1}:${entry.originalColumn + 1}`;
  });
}

function loadMap(file: string): SourceMap | null {
  const cachedMap = maps.get(file);
  if (cachedMap !== undefined) return cachedMap;
  const path = `${file}.map`;
  const map = existsSync(path)
    ? new SourceMap(JSON.parse(readFileSync(path, 'utf8')) as ConstructorParameters<typeof SourceMap>[0])
    : null;
  maps.set(file, map);
  return map;
}
