import { afterEach, beforeEach } from 'vitest';
import { freePort, startServerProcess, temporaryFolder, type ServerProcess } from './server-process.js';

/** A data folder and a port, which a restart does not change, so that cookies and addresses remain valid. */
export class FreshSite {
  dataDir = '';
  port = 0;
  server: ServerProcess | undefined;

  async start(env: Record<string, string> = {}): Promise<ServerProcess> {
    return (this.server = await startServerProcess({ dataDir: this.dataDir, port: this.port, env }));
  }
}

/** Each test gets another data folder and port, and its server is killed at the end. */
export function freshSite(): FreshSite {
  const site = new FreshSite();
  beforeEach(async () => {
    site.dataDir = temporaryFolder();
    site.port = await freePort();
  });
  afterEach(() => site.server?.kill());
  return site;
}
