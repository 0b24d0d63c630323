import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { spawnNode } from './server-process.js';

const file = fileURLToPath(new URL('../../../server/dist/command-line.js', import.meta.url));

/** `port` is the port on which that folder's server would listen. */
export async function guildhall(
  words: readonly string[],
  { dataDir, port }: { dataDir: string; port: number },
): Promise<{ code: number | null; output: string }> {
  const run = spawnNode(file, { dataDir, env: { PORT: String(port) }, words });
  const [code] = (await once(run.child, 'close')) as [number | null];
  return { code, output: run.output() };
}
