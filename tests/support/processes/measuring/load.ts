import { setTimeout as sleep } from 'node:timers/promises';
import type { Person } from '../../site/member.js';

interface TimedRequest {
  name: string;
  ms: number;
  status: number;
  /** True if the views did not contain the reply in time. */
  stale: boolean;
}

export interface LoadReport {
  requests: number;
  failed: string[];
  stale: number;
  medianMs: number;
  p99Ms: number;
  maxRequestMs: number;
  slowestRequest: string;
}

/** Each client sends its next request once it has received the last response. */
export class Load {
  private readonly clients: Promise<void>[];
  private requests: TimedRequest[] = [];
  private stopped = false;

  constructor(
    guests: readonly Person[],
    members: readonly Person[],
    threads: readonly number[],
    sections: readonly number[],
  ) {
    const pick = <T>(list: readonly T[], n: number): T => list[n % list.length] as T;
    const buildReads = (n: number): string[] => [
      `/forums/threads/${pick(threads, n)}`,
      `/forums/posts/${pick(threads, n)}?limit=20`,
      `/forums/threads?section_id=${pick(sections, n)}&limit=20`,
      '/forums/sections',
      '/forums/recent',
    ];
    const runGuest = (person: Person) => this.repeat((n) => this.ask(person, 'GET', pick(buildReads(n), n)));
    const runMember = (person: Person, index: number) =>
      this.repeat((n) => {
        const body = { thread_id: pick(threads, n * 7 + index), content: `A reply ${n} in the middle of the work` };
        return this.ask(person, 'POST', '/forums/posts', body);
      });
    this.clients = [...guests.map(runGuest), ...members.map(runMember)];
  }

  async waitUntilFinished(requests: number): Promise<void> {
    while (this.requests.length < requests) await sleep(10);
  }

  report(): LoadReport {
    const sortedRequests = this.requests.sort((a, b) => a.ms - b.ms);
    this.requests = [];
    const at = (part: number) => Math.round(sortedRequests[Math.floor((sortedRequests.length - 1) * part)]?.ms ?? 0);
    return {
      requests: sortedRequests.length,
      failed: sortedRequests
        .filter(({ status }) => status !== 200 && status !== 201)
        .map(({ name, status }) => `${name}: ${status}`),
      stale: sortedRequests.filter(({ stale }) => stale).length,
      medianMs: at(0.5),
      p99Ms: at(0.99),
      maxRequestMs: at(1),
      slowestRequest: sortedRequests.at(-1)?.name ?? '',
    };
  }

  async stop(): Promise<void> {
    this.stopped = true;
    await Promise.all(this.clients);
  }

  private async repeat(turn: (n: number) => Promise<void>): Promise<void> {
    for (let n = 0; !this.stopped; n++) await turn(n);
  }

  private async ask(person: Person, method: string, path: string, body?: unknown): Promise<void> {
    const startedAt = performance.now();
    const response = await person.call(method, path, body).catch(() => null);
    const stale = (response?.body as { stale?: boolean } | undefined)?.stale === true;
    const ms = performance.now() - startedAt;
    this.requests.push({ name: `${method} ${path}`, ms, status: response?.status ?? 0, stale });
  }
}
