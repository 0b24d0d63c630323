import { wrapVaultErrors } from '../wrap-vault-errors.js';

export type Write = <T>(work: () => T) => Promise<T>;

/**
 * Writes wait while another thread rewrites the file because SQLite would block this thread and thus the whole server.
 */
export class VaultWrites {
  private currentScrub: Promise<void> | null = null;

  readonly write: Write = (work) =>
    wrapVaultErrors(async () => {
      while (this.currentScrub) await this.currentScrub;
      return work();
    });

  async scrub(run: () => Promise<void>): Promise<void> {
    while (this.currentScrub) await this.currentScrub;
    const scrubRun = run();
    this.currentScrub = scrubRun.then(ignore, ignore).then(() => {
      this.currentScrub = null;
    });
    await scrubRun;
  }
}

const ignore = () => undefined;
