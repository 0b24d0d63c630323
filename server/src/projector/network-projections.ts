import { setTimeout as sleep } from 'node:timers/promises';
import { isFoldedFrom } from '@guildhall/projections/rebuild/live-generation.js';
import { viewsVersion } from '@guildhall/projections/views/all-views.js';
import type { LiveGeneration, ViewGenerations } from '@guildhall/projections/view-store.js';
import type { Logger } from 'pino';
import type { PeriodicTask } from '../process/periodic-tasks.js';
import { LiveViews } from '../stores/live-views.js';
import type { ProjectionsAdmin, ProjectionsStatus } from './projections-admin.js';
import { JobQueue } from './job-queue.js';
import type { Stores } from '../stores/stores.js';

const statusFreshMs = 10_000;

export class NetworkProjections implements ProjectionsAdmin {
  readonly outdated: Promise<string>;
  private markOutdated: (reason: string) => void = () => undefined;

  static async open(stores: Stores, mongoUrl: string, logId: string, logger: Logger): Promise<NetworkProjections> {
    const { generations } = stores;
    for (let hasLogged = false; ; hasLogged = true) {
      const live = await generations.findLive();
      if (live?.log === logId && live.views === viewsVersion) {
        const store = await generations.open(live.generation);
        if (await isFoldedFrom(stores.log, store))
          return new NetworkProjections(generations, new LiveViews(store, false), live, new JobQueue(mongoUrl));
        await store.close();
      }
      if (!hasLogged) logger.info(`waiting for a projector to build the views of version ${viewsVersion}`);
      await sleep(500);
    }
  }

  private constructor(
    private readonly generations: ViewGenerations,
    readonly live: LiveViews,
    private readonly openedGeneration: LiveGeneration,
    private readonly queue: JobQueue,
  ) {
    this.outdated = new Promise((resolve) => (this.markOutdated = resolve));
  }

  get historyId(): string {
    return this.openedGeneration.historyId;
  }

  start(): void {
    // There is nothing to start because the projector does the work. `listPeriodicTasks` returns the task that checks for
    // new generations.
  }

  listPeriodicTasks(): PeriodicTask[] {
    return [{ name: 'follow-live-generation', everyMs: 1_000, run: () => this.followLive() }];
  }

  async getStatus(): Promise<ProjectionsStatus> {
    const note = await this.queue.getStatus();
    if (note && note.age < statusFreshMs) return { ...note.status, fault: note.status.fault ?? null };
    return {
      generation: this.live.store.generation,
      checkpoint: await this.live.store.readCheckpoint(),
      head: null,
      state: 'away',
      fault: null,
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
    const live = await this.generations.findLive();
    const { log, views, historyId } = this.openedGeneration;
    if (!live)
      return this.markOutdated(
        'the views were removed, because no projector of their version has been running for a long time',
      );
    if (live.views !== views) return this.markOutdated(`the views have version ${live.views} instead of ${views}`);
    if (live.log !== log) return this.markOutdated('the log has been replaced by another one');
    if (live.historyId !== historyId) return this.markOutdated('an older backup of the log was restored');
    if (live.generation === this.live.store.generation) return;
    this.live.switchTo(await this.generations.open(live.generation));
  }
}
