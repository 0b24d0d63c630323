import { execFile } from 'node:child_process';
import { cp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { reportNotRun } from '../not-run.js';
import { readReplies } from '../support/processes/posting.js';
import { startServerProcess, createTemporaryFolder, type ServerProcess } from '../support/processes/server-process.js';
import { createThread, getPassword, registerPerson, reply, type Person } from '../support/site/member.js';

type Command = readonly [program: string, ...args: string[]];

interface Language {
  name: string;
  folder: string;
  /** Downloads the generator and the generated client's libraries, in pinned versions. */
  install: readonly Command[];
  /** Generates the client, compiles it and runs the program. */
  run: readonly Command[];
}

const goGenerator = 'github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@v2.8.2';
const generatePython = ['generate', '--path', 'openapi.json', '--config', 'generator.yaml', '--fail-on-warning'];
const maven = ['--batch-mode', '--no-transfer-progress', '--quiet'];

const languages: readonly Language[] = [
  {
    name: 'Go',
    folder: 'go',
    install: [
      ['go', 'run', goGenerator, '-version'],
      ['go', 'mod', 'download'],
    ],
    run: [
      ['go', 'run', goGenerator, '-config', 'oapi-codegen.yaml', 'openapi.json'],
      ['go', 'run', '.'],
    ],
  },
  {
    name: 'Python',
    folder: 'python',
    install: [
      ['python3', '-m', 'venv', 'venv'],
      ['venv/bin/pip', 'install', '--quiet', '--requirement', 'requirements.txt'],
    ],
    run: [
      ['venv/bin/openapi-python-client', ...generatePython, '--meta', 'none', '--output-path', 'guildhall'],
      ['venv/bin/python', '-m', 'compileall', '-q', 'guildhall'],
      ['venv/bin/python', 'bot.py'],
    ],
  },
  {
    name: 'Java',
    folder: 'java',
    // Versions of this plugin before 3 omit the generator's own dependencies.
    install: [['mvn', ...maven, 'org.apache.maven.plugins:maven-dependency-plugin:3.9.0:go-offline']],
    run: [['mvn', ...maven, 'compile', 'exec:java']],
  },
  {
    name: 'TypeScript',
    folder: 'typescript',
    install: [['npm', 'ci', '--no-audit', '--no-fund']],
    run: [
      ['npx', 'openapi-typescript', 'openapi.json', '--output', 'schema.d.ts'],
      ['npx', 'tsc'],
      ['node', 'dist/bot.mjs'],
    ],
  },
];

const timeoutMs = 10 * 60_000;

/** @returns the last command's output @throws with the output of the command that failed */
async function runAll(commands: readonly Command[], cwd: string, env: Record<string, string> = {}): Promise<string> {
  let output = '';
  for (const [program, ...args] of commands) {
    const options = { cwd, env: { ...process.env, ...env }, timeout: timeoutMs, maxBuffer: 16 * 2 ** 20 };
    try {
      output = (await promisify(execFile)(program, args, options)).stdout;
    } catch (error) {
      const { message, stdout = '' } = error as Error & { stdout?: string };
      throw new Error(`${message}\n${stdout}`, { cause: error });
    }
  }
  return output;
}

let site: ServerProcess;
let owner: Person;
let longThread: number;

beforeAll(async () => {
  site = await startServerProcess({ dataDir: createTemporaryFolder() });
  owner = await registerPerson(site, 'Owner');
  longThread = await createThread(owner, 'Several pages');
  for (let number = 1; number <= 25; number++) await reply(owner, longThread, `Reply ${number}`);
});
afterAll(() => site.kill());

describe.each(languages)('a client that is generated for $name', ({ name, folder, install, run }) => {
  it('reads, writes, follows pages and receives typed refusals', { timeout: timeoutMs }, async ({ skip }) => {
    const workFolder = join(createTemporaryFolder(), folder);
    await cp(fileURLToPath(new URL(folder, import.meta.url)), workFolder, { recursive: true });
    const document = await fetch(`${site.url}/api/openapi.json`);
    await writeFile(join(workFolder, 'openapi.json'), await document.text());
    try {
      await runAll(install, workFolder);
    } catch (error) {
      reportNotRun(`the generated client for ${name}: ${(error as Error).message.split('\n')[0]}`);
      skip();
    }

    const member = await registerPerson(site, `${name}_bot`);
    const output = await runAll(run, workFolder, {
      BOT_SITE: site.url,
      BOT_NAME: `${name}_bot`,
      BOT_PASSWORD: getPassword(`${name}_bot`),
      BOT_LONG_THREAD: String(longThread),
    });
    const line = output.split('\n').find((line) => line.startsWith('{'));
    const result = JSON.parse(line ?? 'null') as { thread: number; reply: number };
    expect(result).toEqual({
      member: member.me?.id,
      listed: [result.thread],
      title: `From ${name}`,
      thread: expect.any(Number) as unknown,
      reply: expect.any(Number) as unknown,
      deleted: expect.any(Number) as unknown,
      numbers: (await readReplies(owner, longThread)).map(({ number }) => number),
      refusals: {
        400: 'reply-empty',
        401: 'must-be-logged-in',
        403: 'not-yourself',
        404: 'not-found',
        412: 'changed-since',
      },
    });
    // Generated clients truncate larger ids unless the document states their size.
    expect(result.thread).toBeGreaterThan(2 ** 31);
    expect(await readReplies(owner, result.thread)).toMatchObject([
      { id: result.reply, content: 'First, edited', reactions: { like: 1 } },
    ]);
  });
});
