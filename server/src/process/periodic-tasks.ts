import type { Logger } from 'pino';

export interface PeriodicTask {
  name: string;
  everyMs: number;
  run: () => Promise<void>;
}

export function startPeriodicTasks(tasks: readonly PeriodicTask[], logger: Logger): () => Promise<void> {
  const runningTasks = new Set<Promise<void>>();
  const timers = tasks.map(({ name, everyMs, run }) => {
    let busy = false;
    return setInterval(() => {
      if (busy) return;
      busy = true;
      const work = run()
        .catch((error: unknown) => logger.error({ err: error, task: name }, 'a periodic task failed'))
        .finally(() => {
          busy = false;
          runningTasks.delete(work);
        });
      runningTasks.add(work);
    }, everyMs);
  });
  return async () => {
    for (const timer of timers) clearInterval(timer);
    await Promise.all(runningTasks);
  };
}
