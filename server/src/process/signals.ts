import type { Logger } from 'pino';

export function closeOnSignal(running: { close(): Promise<void> }, logger: Logger): void {
  let isClosing = false;
  const close = (signal: string) => {
    if (isClosing) process.exit(130);
    isClosing = true;
    logger.info(`${signal}: shutting down`);
    running.close().then(
      () => process.exit(0),
      (error: unknown) => {
        logger.error({ err: error }, 'the shutdown failed');
        process.exit(1);
      },
    );
  };
  process.on('SIGINT', close);
  process.on('SIGTERM', close);
}
