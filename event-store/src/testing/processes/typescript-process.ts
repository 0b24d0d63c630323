import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

export const typescriptArguments = [
  '--conditions=source',
  '--import',
  new URL('register-typescript.mjs', import.meta.url).href,
];

export interface LineProcess {
  child: ChildProcess;
  /** Also matches past lines. @throws if the process ends without such a line */
  readLine(start: string): Promise<string>;
  output: Promise<string[]>;
}

/** `fileBlocks` limits the size of every file, in blocks of 512 bytes, to simulate a full disk. */
export function startTypescript(file: string, args: readonly string[], fileBlocks?: number): LineProcess {
  const node = [...typescriptArguments, fileURLToPath(new URL(file, import.meta.url)), ...args];
  const child =
    fileBlocks === undefined
      ? spawn(process.execPath, node, { stdio: ['ignore', 'pipe', 'inherit'] })
      : spawn('sh', ['-c', `ulimit -f ${fileBlocks} && exec "$0" "$@"`, process.execPath, ...node], {
          stdio: ['ignore', 'pipe', 'inherit'],
        });
  const lines: string[] = [];
  const reader = createInterface({ input: child.stdout });
  reader.on('line', (line) => lines.push(line));
  const output = Promise.all([once(reader, 'close'), once(child, 'exit')]).then(() => lines);

  const readLine = async (start: string): Promise<string> => {
    for (;;) {
      const firstMatch = lines.find((candidate) => candidate.startsWith(start));
      if (firstMatch !== undefined) return firstMatch;
      if (reader.listenerCount('line') === 0 || child.exitCode !== null || child.signalCode !== null) {
        const lateLine = (await output).find((candidate) => candidate.startsWith(start));
        if (lateLine !== undefined) return lateLine;
        throw new Error(`The process ended without a line "${start}": ${lines.join(' | ')}`);
      }
      await Promise.race([once(reader, 'line'), output]);
    }
  };
  return { child, readLine, output };
}
