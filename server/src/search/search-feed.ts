import { upcastEvent, type DomainEvent } from '@guildhall/domain/events.js';
import { LogDamaged, type EventLog, type Position, type StoredEvent } from '@guildhall/event-store/port.js';
import { RetryDelays } from '@guildhall/event-store/retry.js';
import type { Logger } from 'pino';
import { pause, WorkInSteps } from '../process/work-in-steps.js';
import { toPlainText } from '../text/markdown.js';
import { unreadableText, type OpenedText, type Texts } from '../vault/texts.js';
import { listSealedTexts, type SealedTexts } from './event-writer.js';
import type { MentionedNames } from './mentioned-names.js';
import { replaceControlCharacters } from './terms/query-text.js';

const maxAtOnce = 500;
const maxOpenedAtOnce = 100;
const defaultPauseMs = 1_000;
const maxLagMs = 280;

const retaggingTypes: ReadonlySet<string> = new Set([
  'ThreadMoved.v1',
  'ThreadPrefixSet.v1',
  'ThreadSolutionSet.v1',
  'ReplyDeleted.v1',
  'ReplyRestored.v1',
] satisfies DomainEvent['type'][]);

export interface FeedTarget {
  readonly position: Position;
  renewIfDamaged(): Promise<void>;
  write(events: readonly StoredEvent[], words: SealedTexts): Promise<void>;
  readonly names: Pick<MentionedNames, 'addNames'>;
  remove(authorId: number): Promise<void>;
  /** Returns true if some posts still have outdated thread tags. */
  isOutdated(): Promise<boolean>;
  retag(): Promise<void>;
  notifyWaiters(): void;
}

/**
 * Waits and retries while the vault or the log is unavailable because a missing response must not count as an erasure.
 */
export class SearchFeed {
  complete = false;
  private isFilling = true;
  private isHurried = false;
  /** A `performance.now` timestamp. */
  private waitsSince = 0;
  private endPause: () => void = () => undefined;
  private followController = new AbortController();

  constructor(
    private readonly log: EventLog,
    private readonly texts: Pick<Texts, 'open' | 'openCached'>,
    private readonly target: FeedTarget,
    private readonly logger: Logger,
    private readonly pauseMs = defaultPauseMs,
  ) {}

  /** Returns null while the index is being filled, which takes longer than any caller can wait. */
  async readHeadIfLate(): Promise<Position | null> {
    const checkedAt = performance.now();
    if (this.isFilling || checkedAt - this.waitsSince <= maxLagMs) return null;
    const head = await this.log.readHead().catch(() => null);
    if (head === null || head > this.target.position) return head;
    this.waitsSince = checkedAt;
    return null;
  }

  skipPause(): void {
    this.isHurried = true;
    this.endPause();
  }

  restart(): void {
    this.complete = false;
    this.followController.abort();
    this.endPause();
  }

  /** Ends if the signal is aborted or the log is damaged. Never rejects. */
  async run(signal: AbortSignal): Promise<void> {
    const retryDelays = new RetryDelays();
    while (!signal.aborted) {
      this.followController = new AbortController();
      try {
        await this.follow(AbortSignal.any([signal, this.followController.signal]), retryDelays);
      } catch (error) {
        this.complete = false;
        this.isFilling = true;
        if (error instanceof LogDamaged) return this.logger.error({ err: error }, 'the search index cannot be filled');
        this.logger.warn({ err: error }, 'feeding the search index failed; trying again');
        await retryDelays.wait(signal);
      }
    }
  }

  private async follow(signal: AbortSignal, retryDelays: RetryDelays): Promise<void> {
    await this.target.renewIfDamaged();
    await this.target.retag();
    await this.refreshCompleteness();
    this.target.notifyWaiters();
    this.isFilling = !this.complete;
    for await (const events of this.log.subscribeAll(this.target.position, signal)) {
      const receivedAt = performance.now();
      await this.processBatch(events, signal);
      this.waitsSince = receivedAt;
      retryDelays.reset();
      // A batch of long posts has few events, even if many more follow.
      this.isFilling &&= !this.complete;
      if (!this.isFilling && events.length < maxAtOnce && !signal.aborted) await this.pauseBetweenBatches();
    }
  }

  private async pauseBetweenBatches(): Promise<void> {
    if (!this.isHurried) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, this.pauseMs);
        this.endPause = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
    this.isHurried = false;
  }

  private async processBatch(events: readonly StoredEvent[], signal: AbortSignal): Promise<void> {
    for (let from = 0; from < events.length && !signal.aborted; from += maxAtOnce) {
      const eventBatch = events.slice(from, from + maxAtOnce);
      const openedTexts = await this.openAll(listSealedTexts(eventBatch));
      await this.target.names.addNames(eventBatch, openedTexts);
      await this.target.write(eventBatch, await this.readSearchableTexts(openedTexts));
      await this.applyEvents(eventBatch);
      if (!this.complete && from + maxAtOnce >= events.length) await this.refreshCompleteness();
      this.target.notifyWaiters();
      await pause();
    }
  }

  private async refreshCompleteness(): Promise<void> {
    this.complete = this.target.position >= (await this.log.readHead());
  }

  private async applyEvents(events: readonly StoredEvent[]): Promise<void> {
    if (events.some(({ type }) => retaggingTypes.has(type)) && (await this.target.isOutdated())) {
      this.complete = false; // Until all posts are retagged, searches by the new tags find only some of them.
      await this.target.retag();
    }
    for (const storedEvent of events) {
      const event = upcastEvent(storedEvent.type, storedEvent.data);
      const hasLeft = event?.type === 'MemberLeft.v1' || event?.type === 'UserErased.v1';
      if (hasLeft && event.data.texts) await this.target.remove(event.data.userId);
    }
  }

  /** Members are mentioned by their current names in the result. */
  async open(events: readonly StoredEvent[]): Promise<SealedTexts> {
    return this.readSearchableTexts(await this.openAll(listSealedTexts(events)));
  }

  private async readSearchableTexts(openedTexts: ReadonlyMap<string, OpenedText | null>): Promise<SealedTexts> {
    const findText = (sealedText: string) => {
      const text = openedTexts.get(sealedText);
      return text && this.texts.openCached(sealedText) !== null ? text.text : null;
    };
    const plainTexts = await this.renderPlainTexts(openedTexts);
    return {
      openTitle: (sealedText) => {
        const current = findText(sealedText);
        return current && replaceControlCharacters(current);
      },
      openContent: (sealedText) => findText(sealedText) && (plainTexts.get(sealedText) ?? null),
    };
  }

  private async renderPlainTexts(openedTexts: ReadonlyMap<string, OpenedText | null>): Promise<Map<string, string>> {
    const plainTexts = new Map<string, string>();
    const steps = new WorkInSteps();
    for (const [sealedText, text] of openedTexts) {
      if (text) plainTexts.set(sealedText, replaceControlCharacters(toPlainText(text.text)));
      await steps.next();
    }
    return plainTexts;
  }

  private async openAll(sealedTexts: readonly string[]): Promise<Map<string, OpenedText | null>> {
    const openedTexts = new Map<string, OpenedText | null>();
    for (let from = 0; from < sealedTexts.length; from += maxOpenedAtOnce) {
      if (from > 0) await pause();
      for (const [sealedText, text] of await this.texts.open(sealedTexts.slice(from, from + maxOpenedAtOnce)))
        openedTexts.set(sealedText, text?.text === unreadableText ? null : text);
    }
    return openedTexts;
  }
}
