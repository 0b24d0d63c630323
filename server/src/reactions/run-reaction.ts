import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { containsEvent, createEventReference } from '@guildhall/event-store/event-reference.js';
import type { EventLog, Position, StoredEvent } from '@guildhall/event-store/port.js';
import type { Logger } from 'pino';
import { createSystemContext } from '../commands/command-context.js';
import type { Follower } from '../log/follower.js';
import type { ReactionCalls, ReactionRecord, SkippedEvent } from '../vault/reactions.js';
import { isUnavailable } from '../stores/outages.js';
import { readLogPages } from '../stores/pages.js';
import type { Reaction } from './reaction.js';

interface Dependencies {
  log: EventLog;
  vault: ReactionCalls;
  logger: Logger;
}

export interface ReactionTimes {
  leaseMs: number;
  retryMs: number;
}

const defaultTimes: ReactionTimes = { leaseMs: 30_000, retryMs: 1_000 };
/** Repeated events are harmless, so saving a checkpoint per event would only cost commits. */
const saveDelayMs = 1_000;
const maxAttempts = 6;
const maxRetryMs = 30_000;
const maxSkipped = 100;
const pageSize = 500;

class LeaseLost extends Error {}

export class ReactionRunner {
  private readonly owner = randomUUID();
  private readonly stopController = new AbortController();
  private currentRun: Promise<void> = Promise.resolve();
  private record: ReactionRecord | null = null;
  private skippedEvents: readonly SkippedEvent[] = [];
  private lastHandled: StoredEvent | null = null;
  private lastFollowed: StoredEvent | null = null;
  private hasWork = false;
  private isIdle = false;
  private wake: () => void = () => undefined;
  private currentSave: Promise<unknown> = Promise.resolve();
  private saveTimer: NodeJS.Timeout | null = null;

  constructor(
    private readonly services: Dependencies,
    private readonly reaction: Reaction,
    private readonly firstPosition: Position,
    private readonly times: ReactionTimes = defaultTimes,
  ) {}

  get hasLease(): boolean {
    const lease = this.record?.lease;
    return lease?.owner === this.owner && lease.until > new Date().toISOString();
  }

  start(follower: Pick<Follower, 'onEvents'>): void {
    follower.onEvents((events) => {
      this.lastFollowed = events.at(-1) ?? this.lastFollowed;
      this.hasWork ||= events.some(({ type }) => this.reaction.events.includes(type));
      if (this.hasWork) this.wake();
    });
    this.currentRun = this.run();
  }

  /** Releases the lease so that another server can take over immediately. */
  async stop(): Promise<void> {
    this.stopController.abort();
    this.wake();
    await this.currentRun;
  }

  private async run(): Promise<void> {
    const { signal } = this.stopController;
    while (!signal.aborted) {
      try {
        const startPosition = await this.acquire();
        if (startPosition !== null) await this.handleAll(startPosition);
      } catch (error) {
        if (!(error instanceof LeaseLost) && !signal.aborted) {
          this.services.logger.warn(
            { err: error, reaction: this.reaction.name },
            'a reaction is paused after an error',
          );
        }
      }
      this.record = null;
      await this.pause(this.times.leaseMs / 3);
    }
  }

  private async acquire(): Promise<Position | null> {
    const { vault, log } = this.services;
    const { name } = this.reaction;
    const storedRecord = (await vault.listReactions()).find((record) => record.name === name);
    const { owner = this.owner, until = '' } = storedRecord?.lease ?? {};
    if (owner !== this.owner && until > new Date().toISOString()) return null;
    const record = storedRecord ?? {
      name,
      position: this.firstPosition,
      event: null,
      lease: null,
      skipped: [],
      version: 0,
    };
    // A restored log may end before the checkpoint, or have another event at its position.
    const isKnown = record.event ? await containsEvent(log, record.event) : record.position <= this.firstPosition;
    this.record = isKnown ? record : { ...record, position: this.firstPosition, event: null };
    [this.lastHandled, this.skippedEvents] = [null, record.skipped];
    const { position } = this.record;
    await this.save();
    return position;
  }

  private async handleAll(startPosition: Position): Promise<void> {
    const renewal = setInterval(() => this.renew(), this.times.leaseMs / 3);
    try {
      await this.handleAfter(startPosition);
      while (!this.stopController.signal.aborted) {
        if (!this.record) throw new LeaseLost();
        if (this.hasWork) await this.handleAfter(this.lastHandled?.position ?? startPosition);
        else await this.waitForWake();
      }
    } finally {
      clearInterval(renewal);
      if (this.saveTimer) clearTimeout(this.saveTimer);
      this.saveTimer = null;
      if (this.stopController.signal.aborted) await this.save(null).catch(() => undefined);
    }
  }

  private async waitForWake(): Promise<void> {
    this.isIdle = true;
    await new Promise<void>((resolve) => (this.wake = resolve));
    this.isIdle = false;
  }

  private renew(): void {
    const position = this.lastHandled?.position ?? this.record?.position;
    const isAhead = this.lastFollowed && position !== undefined && this.lastFollowed.position > position;
    if (this.isIdle && !this.hasWork && isAhead) this.lastHandled = this.lastFollowed;
    this.save().catch(() => this.wake());
  }

  private async handleAfter(startPosition: Position): Promise<void> {
    this.hasWork = false;
    for await (const events of readLogPages(this.services.log, startPosition, pageSize)) {
      for (const event of events) {
        if (this.reaction.events.includes(event.type)) await this.handle(event);
        this.lastHandled = event;
        this.scheduleSave();
      }
    }
  }

  private async handle(event: StoredEvent): Promise<void> {
    const { logger } = this.services;
    const { name } = this.reaction;
    if (!this.record) throw new LeaseLost();
    for (let attempt = 1; ; attempt++) {
      try {
        await this.reaction.handle(event, (part) => createSystemContext(name, `${event.id} ${part}`));
        break;
      } catch (error) {
        logger.warn({ err: error, reaction: name, position: event.position, attempt }, 'a reaction failed');
        if (isUnavailable(error)) attempt--;
        else if (attempt >= maxAttempts) {
          this.skip(event, error);
          break;
        }
        await this.pause(Math.min(maxRetryMs, this.times.retryMs * 2 ** attempt));
      }
      if (this.stopController.signal.aborted || !this.record) throw new LeaseLost();
    }
  }

  private scheduleSave(): void {
    this.saveTimer ??= setTimeout(() => {
      this.saveTimer = null;
      this.save().catch(() => this.wake());
    }, saveDelayMs);
  }

  private skip({ position, type, stream }: StoredEvent, error: unknown): void {
    const message = error instanceof Error ? error.message : String(error);
    const skippedEvent = { position, type, stream, error: message, at: new Date().toISOString() };
    this.skippedEvents = [...this.skippedEvents, skippedEvent].slice(-maxSkipped);
  }

  private save(lease: 'renewed' | null = 'renewed'): Promise<void> {
    const savedRecord = this.currentSave.then(async () => {
      if (!this.record) throw new LeaseLost();
      const until = new Date(Date.now() + this.times.leaseMs).toISOString();
      const next: ReactionRecord = {
        ...this.record,
        version: this.record.version + 1,
        ...(this.lastHandled && { position: this.lastHandled.position, event: createEventReference(this.lastHandled) }),
        skipped: this.skippedEvents,
        lease: lease && { owner: this.owner, until },
      };
      this.record = (await this.services.vault.saveReaction(next)) ? next : null;
      if (!this.record) throw new LeaseLost();
    });
    this.currentSave = savedRecord.catch(() => undefined);
    return savedRecord;
  }

  private async pause(ms: number): Promise<void> {
    await sleep(ms, undefined, { signal: this.stopController.signal }).catch(() => undefined);
  }
}
