import { setTimeout as sleep } from 'node:timers/promises';
import { isFoldedFrom } from '@guildhall/projections/rebuild/live-generation.js';
import { viewsVersion } from '@guildhall/projections/views/all-views.js';
import type { ViewGenerations } from '@guildhall/projections/view-store.js';
import type { Logger } from 'pino';
import type { PeriodicTask } from '../process/housekeeping.js';
import { LiveViews } from '../stores/live-views.js';
import type { ProjectionsAdmin, ProjectionsStatus } from './projections-admin.js';
import { JobQueue } from './job-queue.js';
import type { Stores } from '../stores/stores.js';

/** An older status was left by a projector that has stopped. */
const statusFreshMs = 10_000; // ms

/** The projections as a server of the network mode sees them: the projector is another process. */
export class NetworkProjections implements ProjectionsAdmin {
  /** Resolves when the views are of another history: an older backup of the log was restored. */
  readonly outdated: Promise<void>;
  private markOutdated: () => void = () => undefined;

  /** Waits until a projector has built the views of this log's current history. */
  static async open(stores: Stores, mongoUrl: string, logId: string, logger: Logger): Promise<NetworkProjections> {
    const { generations } = stores;
    for (let hasLogged = false; ; hasLogged = true) {
      const live = await generations.live();
      if (live?.log === logId && live.views === viewsVersion) {
        const store = await generations.open(live.generation);
        if (await isFoldedFrom(stores.log, store))
          return new NetworkProjections(
            generations,
            new LiveViews(store, false),
            live.historyId,
            new JobQueue(mongoUrl),
          );
        await store.close();
      }
      if (!hasLogged) logger.info('waiting for the projector to make the views');
      await sleep(500);
    }
  }

  private constructor(
    private readonly generations: ViewGenerations,
    readonly live: LiveViews,
    readonly historyId: string,
    private readonly queue: JobQueue,
  ) {
    this.outdated = new Promise((resolve) => (this.markOutdated = resolve));
  }

  start(): void {
    // Nothing runs here: the projector does the work, and `chores` checks for a new generation.
  }

  chores(): PeriodicTask[] {
    return [{ name: 'follow-live-generation', everyMs: 1_000, run: () => this.followLive() }];
  }

  async status(): Promise<ProjectionsStatus> {
    const note = await this.queue.status();
    if (note && note.age < statusFreshMs) return note.status;
    return {
      generation: this.live.store.generation,
      checkpoint: await this.live.store.checkpoint(),
      head: null,
      state: 'away',
      poison: note?.status.poison ?? [],
      work: null,
      progress: null,
      lastRebuild: null,
      lastVerify: null,
    };
  }

  startRebuild(): Promise<void> {
    return this.queue.enqueue('rebuild');
  }

  startVerify(): Promise<void> {
    return this.queue.enqueue('verify');
  }

  async stop(): Promise<void> {
    await this.live.close();
    await this.queue.close();
  }

  private async followLive(): Promise<void> {
    const live = await this.generations.live();
    if (!live || live.generation === this.live.store.generation) return;
    // What else this server has folded belongs to the former history too.
    if (live.historyId !== this.historyId) return this.markOutdated();
    this.live.switchTo(await this.generations.open(live.generation));
  }
}
