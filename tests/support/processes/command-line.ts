import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { spawnNode } from './server-process.js';

const file = fileURLToPath(new URL('../../../server/dist/command-line.js', import.meta.url));

/** `port` is the port on which that folder's server would listen. */
interface CommandSite {
  dataDir: string;
  port: number;
}

export const startGuildhall = (words: readonly string[], { dataDir, port }: CommandSite) =>
  spawnNode(file, { dataDir, env: { PORT: String(port) }, words });

export async function runGuildhall(
  words: readonly string[],
  site: CommandSite,
): Promise<{ code: number | null; output: string }> {
  const run = startGuildhall(words, site);
  const [code] = (await once(run.child, 'close')) as [number | null];
  return { code, output: run.output() };
}
