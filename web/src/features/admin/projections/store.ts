import type { ProjectionsResponse } from '@guildhall/domain/wire/schemas/staff/projections.js';
import { create } from 'zustand';
import { get, send, messageOf } from '../../../shared/api/api.js';
import { texts } from './texts.js';

export type Job = 'rebuild' | 'verify';

interface ProjectionsState {
  status: ProjectionsResponse | null;
  /** The newest request failed: what is shown is old. */
  failed: boolean;
  /** Was requested and is not seen running yet; `before`: when the previous job ended. */
  ordered: { job: Job; before: string | null } | null;
  /** Why it could not be started. */
  fault: string | null;
}

export const useProjections = create<ProjectionsState>(() => ({
  status: null,
  failed: false,
  ordered: null,
  fault: null,
}));

/** ms between two requests: while a job runs, and else. */
const busyPollMs = 500;
const idlePollMs = 4_000;

/**
 * Polls the state of the views while the page is open.
 * @returns a function that stops it
 */
export function watchProjections(): () => void {
  let over = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const ask = async () => {
    if (!document.hidden) await loadStatus();
    if (!over) timer = setTimeout(() => void ask(), isBusy(useProjections.getState()) ? busyPollMs : idlePollMs);
  };
  const unsubscribe = useProjections.subscribe((now, before) => {
    if (!now.ordered || before.ordered) return;
    clearTimeout(timer);
    timer = setTimeout(() => void ask(), busyPollMs);
  });
  void ask();
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

/** Whether the requested job is running, or over already. */
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
