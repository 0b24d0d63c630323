import { Refusal } from '@guildhall/domain/refusals.js';
import type { Builder } from '@guildhall/projections/rebuild/builder.js';
import { openLiveViews } from '@guildhall/projections/rebuild/live-generation.js';
import { rebuild, type RebuildProgress } from '@guildhall/projections/rebuild/rebuild.js';
import { Runner } from '@guildhall/projections/runner/runner.js';
import { verify } from '@guildhall/projections/rebuild/verify.js';
import { views, viewsVersion } from '@guildhall/projections/views/all-views.js';
import type { Logger } from 'pino';
import type { PeriodicTask } from '../process/periodic-tasks.js';
import { LiveViews } from '../stores/live-views.js';
import type { Outcome, ProjectionsAdmin, ProjectionsStatus } from './projections-admin.js';
import { pruneOldChanges } from '../stores/prune-old-changes.js';
import type { Stores } from '../stores/stores.js';

const dropFormerEveryMs = 60_000;

export interface ProjectorParts {
  stores: Pick<Stores, 'log' | 'generations'>;
  build: Builder;
  logId: string;
  epoch: number;
  logger: Logger;
  listFaults?: () => readonly string[];
  signal?: AbortSignal;
  findHistoryElsewhere?: () => Promise<string | null>;
}

const repairIntervalMs = 60_000;

export class Projector implements ProjectionsAdmin {
  /** Never resolves because the log cannot be restored while a process holds its lock. */
  readonly outdated = new Promise<string>(() => undefined);
  private busy: Promise<void> | null = null;
  private readonly stopController = new AbortController();
  private work: ProjectionsStatus['work'] = null;
  private progress: RebuildProgress | null = null;
  private lastRebuild: Outcome | null = null;
  private lastVerify: Outcome | null = null;
  private repairedAt = 0;

  static async open(deps: ProjectorParts): Promise<Projector> {
    const { stores, build, logId, epoch, logger, signal, findHistoryElsewhere } = deps;
    const { log, generations } = stores;
    const onUnusable = (reason: string) => logger.warn(reason);
    const liveOptions = { log, logId, views: viewsVersion, epoch, onUnusable, findHistoryElsewhere };
    const { store, historyId } = await openLiveViews(generations, liveOptions, build, { signal });
    const oldGenerations = (await generations.list()).filter((number) => number !== store.generation);
    const live = new LiveViews(store, true);
    const runner = new Runner({
      log,
      store,
      views,
      epoch,
      onPage: (page) => live.applyPage(page),
      onError: (error) => logger.error({ err: error }, 'projecting failed'),
    });
    const projector = new Projector(deps, live, runner, historyId, oldGenerations);
    generations.onDamaged((generation, error) => projector.repair(generation, error));
    return projector;
  }

  private constructor(
    private readonly deps: ProjectorParts,
    readonly live: LiveViews,
    private readonly runner: Runner,
    readonly historyId: string,
    private oldGenerations: number[],
  ) {}

  start(): void {
    this.runner.resume();
  }

  get ended(): Promise<'stopped' | 'stale'> {
    return this.runner.ended;
  }

  listPeriodicTasks(): PeriodicTask[] {
    return [
      { name: 'prune-changes', everyMs: 900_000, run: () => pruneOldChanges(this.runner.store) },
      { name: 'drop-former-generations', everyMs: dropFormerEveryMs, run: () => this.dropFormer() },
    ];
  }

  async getStatus(): Promise<ProjectionsStatus> {
    const { state, checkpoint, head, poison } = await this.runner.getStatus();
    const { generation } = this.runner.store;
    const { work, progress, lastRebuild, lastVerify } = this;
    const fault = this.deps.listFaults?.()[0] ?? null;
    const jobs = { work, progress, lastRebuild, lastVerify };
    return { generation, checkpoint, head: head ?? null, state, fault, poison, ...jobs };
  }

  async startRebuild(): Promise<void> {
    this.begin('rebuild', () => this.rebuild());
  }

  async startVerify(): Promise<void> {
    this.begin('verify', () => this.verify());
  }

  async waitUntilIdle(): Promise<void> {
    await this.busy;
  }

  async stop(): Promise<void> {
    this.stopController.abort();
    await this.busy;
    await this.runner.stop();
    await this.live.close();
  }

  private async dropFormer(): Promise<void> {
    for (const generation of this.oldGenerations) await this.deps.stores.generations.drop(generation);
    this.oldGenerations = [];
  }

  private begin(kind: 'rebuild' | 'verify', work: () => Promise<void>): void {
    if (this.busy) throw new Refusal('conflict', undefined, 'A rebuild or a verification is running.');
    this.work = kind;
    this.busy = work()
      .catch((error: unknown) => this.recordFailure(kind, error))
      .finally(() => {
        this.busy = null;
        this.work = null;
        this.progress = null;
      });
  }

  /** Runs at most once a minute because clients may immediately repeat the request that detected the damage. */
  private repair(generation: number, error: Error): void {
    if (generation !== this.runner.store.generation || this.stopController.signal.aborted) return;
    if (Date.now() < this.repairedAt + repairIntervalMs) return;
    this.repairedAt = Date.now();
    void Promise.resolve(this.busy).then(() => this.rebuildDamaged(generation, error));
  }

  private rebuildDamaged(generation: number, error: Error): void {
    if (generation !== this.runner.store.generation || this.busy || this.stopController.signal.aborted) return;
    this.deps.logger.error({ err: error, generation }, 'the views are damaged and will be rebuilt');
    this.begin('rebuild', () => this.rebuild());
  }

  private async rebuild(): Promise<void> {
    await rebuild({
      ...this.getParts(),
      onSwitch: (store) => this.live.switchTo(store),
      onProgress: (progress) => (this.progress = progress),
    });
    this.lastRebuild = { at: new Date().toISOString(), ok: true, message: 'The rebuilt views are live.' };
  }

  private async verify(): Promise<void> {
    const report = await verify(this.getParts());
    const ok = report.differences.length === 0;
    const message = ok ? 'No difference.' : `${report.differences.length} documents differ.`;
    this.lastVerify = { at: new Date().toISOString(), ok, message, report };
  }

  private recordFailure(kind: 'rebuild' | 'verify', error: unknown): void {
    this.deps.logger.error({ err: error }, `${kind} failed`);
    const message = error instanceof Error ? error.message : String(error);
    const outcome = { at: new Date().toISOString(), ok: false, message };
    if (kind === 'rebuild') this.lastRebuild = outcome;
    else this.lastVerify = outcome;
  }

  private getParts() {
    const { stores, build, epoch } = this.deps;
    const { log, generations } = stores;
    return { log, generations, build, views, runner: this.runner, epoch, signal: this.stopController.signal };
  }
}
