import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { expect, onTestFailed, onTestFinished } from 'vitest';

/** A program that prints and reads lines. It ends with the test. */
export class LineProcess {
  private readonly child;
  private readonly unread: string[] = [];

  constructor(command: string, args: readonly string[], env: Record<string, string> = {}) {
    this.child = spawn(command, args, { env: { ...process.env, ...env }, stdio: 'pipe' });
    onTestFinished(() => void this.child.kill('SIGKILL'));
    const lines: string[] = [];
    for (const stream of [this.child.stdout, this.child.stderr])
      createInterface(stream).on('line', (line) => {
        lines.push(line);
        this.unread.push(line);
      });
    onTestFailed(() => console.log([command, ...args, ...lines].join('\n')));
  }

  send(line: string): void {
    this.child.stdin.write(`${line}\n`);
  }

  /** Waits for a line that contains all of these texts, and skips those before it. */
  async waitUntil(...texts: readonly string[]): Promise<void> {
    const find = () => this.unread.findIndex((line) => texts.every((text) => line.includes(text)));
    await expect.poll(find, { timeout: 60_000, message: texts.join(' … ') }).toBeGreaterThanOrEqual(0);
    this.unread.splice(0, find() + 1);
  }
}
