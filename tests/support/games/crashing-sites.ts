import { onTestFailed, onTestFinished } from 'vitest';
import { EmbeddedKilledSite } from '../processes/killing/killed-sites.js';
import { NetworkSite } from '../processes/network-site.js';
import type { ServerProcess } from '../processes/server-process.js';

export interface CrashingSite {
  /** The addresses do not change. */
  servers: readonly Pick<ServerProcess, 'url' | 'dataDir'>[];
  /** Kills one of the servers, and starts it again. */
  crash: (random: () => number) => Promise<void>;
}

/** Servers take longer to start while others are busy. */
const readyTimeoutMs = 180_000;

export async function startEmbeddedSite(): Promise<CrashingSite> {
  const site = await EmbeddedKilledSite.start();
  onTestFinished(() => site.close());
  const crash = async () => {
    await site.kill();
    await site.restart();
  };
  return { servers: [site.server], crash };
}

export async function startNetworkSite(mongoUrl: string): Promise<CrashingSite> {
  const site = await NetworkSite.open(mongoUrl);
  onTestFinished(() => site.close());
  onTestFailed(() => console.log(site.readOutput()));
  await site.startProjector();
  const start = (port?: number) => site.startServer(port, { readyTimeoutMs });
  const servers = [await start(), await start()];
  const crash = async (random: () => number) => {
    const n = Math.floor(random() * servers.length);
    const killedServer = servers[n] as ServerProcess;
    await killedServer.kill();
    // A killed server's lease would otherwise last half a minute.
    await site.vault.collection('reactions').updateMany({}, { $set: { lease: null } });
    servers[n] = await start(killedServer.port);
  };
  return { servers: [...servers], crash };
}
