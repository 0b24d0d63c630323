import type { ProjectionsResponse } from '@guildhall/domain/wire/schemas/staff/projections.js';
import { create } from 'zustand';
import { get, send, messageOf } from '../../../shared/api/api.js';
import { texts } from './texts.js';

export type Job = 'rebuild' | 'verify';

interface ProjectionsState {
  status: ProjectionsResponse | null;
  /** The latest request failed, so the status is stale. */
  failed: boolean;
  /** A requested job that has not been seen running yet; `before`: when the previous job ended. */
  ordered: { job: Job; before: string | null } | null;
  /** Why the job could not be started. */
  fault: string | null;
}

export const useProjections = create<ProjectionsState>(() => ({
  status: null,
  failed: false,
  ordered: null,
  fault: null,
}));

const busyPollMs = 500;
const idlePollMs = 4_000;

/**
 * Polls the state of the views.
 * @returns a function that stops polling
 */
export function watchProjections(): () => void {
  let over = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const poll = async () => {
    if (!document.hidden) await loadStatus();
    if (!over) timer = setTimeout(() => void poll(), isBusy(useProjections.getState()) ? busyPollMs : idlePollMs);
  };
  const unsubscribe = useProjections.subscribe((now, before) => {
    if (!now.ordered || before.ordered) return;
    clearTimeout(timer);
    timer = setTimeout(() => void poll(), busyPollMs);
  });
  void poll();
  return () => {
    over = true;
    clearTimeout(timer);
    unsubscribe();
  };
}

export function isBusy({ status, ordered }: Pick<ProjectionsState, 'status' | 'ordered'>): boolean {
  return ordered !== null || (status !== null && status.work !== null);
}

export async function loadStatus(): Promise<void> {
  try {
    const { body } = await get<ProjectionsResponse>('/admin/projections');
    useProjections.setState(({ ordered }) => ({
      status: body,
      failed: false,
      ordered: ordered && !hasStarted(ordered, body) ? ordered : null,
    }));
  } catch {
    useProjections.setState({ failed: true });
  }
}

/** Whether the requested job is running or has already ended. */
export function hasStarted(
  { job, before }: NonNullable<ProjectionsState['ordered']>,
  status: ProjectionsResponse,
): boolean {
  return status.work === job || (endOf(job, status)?.at ?? null) !== before;
}

const endOf = (job: Job, status: ProjectionsResponse | null) =>
  (job === 'rebuild' ? status?.lastRebuild : status?.lastVerify) ?? null;

export async function startJob(job: Job, key: string): Promise<void> {
  const { status, ordered } = useProjections.getState();
  if (ordered) return;
  try {
    await send('POST', `/admin/projections/${job}`, key);
    useProjections.setState({ ordered: { job, before: endOf(job, status)?.at ?? null }, fault: null });
  } catch (error) {
    useProjections.setState({ fault: messageOf(error, texts.failed) });
  }
}
