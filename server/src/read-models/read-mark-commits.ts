import { setTimeout as sleep } from 'node:timers/promises';
import type { MemberMark, ReadMark } from '../vault/read-marks.js';
import type { Vault } from '../vault/vault.js';
import { getMarksRetainedSince } from './read-states.js';

interface Dependencies {
  vault: Pick<Vault, 'markRead' | 'readMarks'>;
  policy: { isGone: (userId: number) => boolean };
}

const commitEveryMs = 100;
const maxMarks = 1_000;

/** Combines all members' marks into one commit because each commit syncs the file and blocks this thread. */
export class ReadMarkCommits {
  private waitingMarks = new Map<string, MemberMark>();
  private currentCommit: ReadonlyMap<string, MemberMark> = new Map();
  private nextCommit: Promise<void> | null = null;
  private lastCommit: Promise<void> = Promise.resolve();
  private lastAt = -Infinity;

  constructor(private readonly services: Dependencies) {}

  store(marks: readonly MemberMark[]): Promise<void> {
    for (const mark of marks) {
      const key = buildKey(mark.userId, mark.key);
      const pendingMark = this.waitingMarks.get(key);
      if (!pendingMark || pendingMark.order < mark.order) this.waitingMarks.set(key, mark);
    }
    return (this.nextCommit ??= this.commitNext());
  }

  /** Includes uncommitted marks so that a member's next page reflects what the previous page marked. */
  async readMarks(userId: number, keys: readonly string[]): Promise<ReadMark[]> {
    const farthestMarks = new Map<string, ReadMark>();
    const take = (mark: ReadMark | undefined) => {
      const farthestMark = mark && farthestMarks.get(mark.key);
      if (mark && (!farthestMark || farthestMark.order < mark.order)) farthestMarks.set(mark.key, mark);
    };
    for (const key of keys) {
      const waitingKey = buildKey(userId, key);
      take(this.currentCommit.get(waitingKey));
      take(this.waitingMarks.get(waitingKey));
    }
    for (const mark of await this.services.vault.readMarks(userId, keys)) take(mark);
    return [...farthestMarks.values()];
  }

  async waitUntilSettled(): Promise<void> {
    await (this.nextCommit ?? this.lastCommit).catch(() => undefined);
  }

  private async commitNext(): Promise<void> {
    await this.lastCommit;
    await sleep(Math.max(0, this.lastAt + commitEveryMs - performance.now()));
    const marks = [...this.waitingMarks.values()].filter(({ userId }) => !this.services.policy.isGone(userId));
    this.currentCommit = this.waitingMarks;
    this.waitingMarks = new Map();
    this.nextCommit = null;
    const currentCommit = this.commit(marks);
    this.lastCommit = currentCommit.catch(() => undefined);
    await currentCommit;
  }

  private async commit(marks: readonly MemberMark[]): Promise<void> {
    try {
      for (let from = 0; from < marks.length; from += maxMarks)
        await this.services.vault.markRead(marks.slice(from, from + maxMarks), getRetainedSince());
    } finally {
      this.currentCommit = new Map();
      this.lastAt = performance.now();
    }
  }
}

const getRetainedSince = (): string => `${getMarksRetainedSince(new Date()).slice(0, 10)}T00:00:00.000Z`;

const buildKey = (userId: number, key: string): string => `${userId} ${key}`;
