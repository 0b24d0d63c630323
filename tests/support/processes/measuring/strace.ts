import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { reportNotRun } from '../../../not-run.js';

/** If strace is missing, reports this and returns false, or fails in CI. */
export function canTrace(missing: string): boolean {
  const works = spawnSync('strace', ['-f', '-yy', '-o', '/dev/null', process.execPath, '-e', '0']).status === 0;
  if (works) return true;
  if (process.env['CI'] === 'true') throw new Error(`${missing}: strace is missing or not permitted`);
  reportNotRun(`${missing}: strace is missing or not permitted`);
  return false;
}

export interface SystemCall {
  name: string;
  /** A path, or `TCP:[...]`. */
  target: string;
  text: string;
  result: number;
}

/** Returns a command prefix that records the server's system calls on files and connections. */
export function buildTraceCommand(file: string): string[] {
  const calls = 'read,write,writev,pwrite64,pwritev,fsync,fdatasync';
  return ['strace', '-f', '-yy', '-s', '800', '-e', `trace=${calls}`, '-e', 'signal=none', '-o', file];
}

/**
 * Returns a command prefix that makes syncs fail without executing them.
 * @param which in strace's syntax: `20+` means from the 20th on, and `20+2` every second one from there
 */
export function buildFailingSyncs(path: string, which: string, file: string): string[] {
  const fault = `inject=fsync,fdatasync:error=EIO:when=${which}`;
  return [
    'strace',
    '-f',
    '-P',
    path,
    '-yy',
    '-e',
    'trace=pwrite64,fsync,fdatasync',
    '-e',
    fault,
    '-e',
    'signal=none',
    '-o',
    file,
  ];
}

const call = /^(\w+)\(\d+<(.*?)>(?:, |\))/s;

/** Merges the two lines of a call that another thread interrupted, and puts the result where the call ends. */
export function parseCalls(file: string): SystemCall[] {
  const unfinishedCalls = new Map<string, string>();
  const calls: SystemCall[] = [];
  for (const line of readFileSync(file, 'latin1').split('\n')) {
    const [, thread = '', rest = ''] = /^(\d+) +(.*)$/.exec(line) ?? [];
    const markStart = rest.indexOf(' <unfinished ...>');
    if (markStart >= 0) {
      unfinishedCalls.set(thread, rest.slice(0, markStart));
      continue;
    }
    const text = rest.replace(/^<\.\.\. \w+ resumed>/, () => unfinishedCalls.get(thread) ?? '');
    const [, name, target] = call.exec(text) ?? [];
    const result = /= (-?\d+)[^=]*$/.exec(text)?.[1];
    if (name && target !== undefined && result !== undefined)
      calls.push({ name, target, text, result: Number(result) });
  }
  return calls;
}
