import { adminRole } from '@guildhall/domain/roles.js';
import { readEventsInLog } from '../database-rows.js';
import { NetworkSite } from '../network-site.js';
import { findFreePort, startServerProcess, createTemporaryFolder, type ServerProcess } from '../server-process.js';
import { registerPerson, type Person } from '../../site/member.js';

const readyTimeoutMs = 180_000;

export interface LoggedCommand {
  type: string;
  commandId: string;
}

/** Retains its port across restarts so that cookies remain valid. */
export interface KilledSite {
  readonly server: ServerProcess;
  /** Kills one or both of the processes, at random. */
  kill(random: () => number): Promise<'server' | 'projector' | 'both'>;
  restart(): Promise<void>;
  log(): LoggedCommand[];
  close(): Promise<void>;
}

export class EmbeddedKilledSite implements KilledSite {
  private readonly folder = createTemporaryFolder();

  static async start(): Promise<EmbeddedKilledSite> {
    const site = new EmbeddedKilledSite(await findFreePort());
    await site.restart();
    return site;
  }

  server!: ServerProcess;

  private constructor(private readonly port: number) {}

  async kill(): Promise<'both'> {
    await this.server.kill();
    return 'both';
  }

  async restart(): Promise<void> {
    this.server = await startServerProcess({ dataDir: this.folder, port: this.port, readyTimeoutMs });
  }

  log(): LoggedCommand[] {
    return readEventsInLog(this.folder).map(({ type, metadata }) => ({ type, ...parseCommandId(metadata) }));
  }

  async close(): Promise<void> {
    await this.server.kill();
  }
}

/** A server and a projector, with an EventStoreDB double and a real MongoDB. */
export class NetworkKilledSite implements KilledSite {
  private killed: 'server' | 'projector' | 'both' = 'both';

  static async start(mongoUrl: string): Promise<NetworkKilledSite> {
    const site = new NetworkKilledSite(await NetworkSite.open(mongoUrl), await findFreePort());
    await site.restart();
    return site;
  }

  private constructor(
    private readonly site: NetworkSite,
    private readonly port: number,
  ) {}

  get server(): ServerProcess {
    return this.site.servers.at(-1) as ServerProcess;
  }

  async kill(random: () => number): Promise<'server' | 'projector' | 'both'> {
    this.killed = (['server', 'projector', 'both'] as const)[Math.floor(random() * 3)] ?? 'both';
    const [server, projector] = [this.server, this.site.projectors.at(-1)];
    if (this.killed !== 'server') await projector?.kill();
    if (this.killed !== 'projector') await server.kill();
    return this.killed;
  }

  async restart(): Promise<void> {
    if (this.killed !== 'server') {
      if (this.site.projectors.length > 0) await this.site.expireLease();
      await this.site.startProjector();
    }
    if (this.killed !== 'projector') await this.site.startServer(this.port, { readyTimeoutMs });
  }

  log(): LoggedCommand[] {
    return this.site.peer.ledger.events.map(({ type, metadata }) => ({
      type,
      ...parseCommandId(Buffer.from(metadata).toString('utf8')),
    }));
  }

  close(): Promise<void> {
    return this.site.close();
  }
}

function parseCommandId(metadata: string): { commandId: string } {
  const { commandId } = (metadata === '' ? {} : JSON.parse(metadata)) as { commandId?: string };
  return { commandId: commandId ?? '' };
}

export async function registerCrowd(
  on: ServerProcess,
  members: number,
): Promise<{ admins: Person[]; members: Person[] }> {
  const firstAdmin = await registerPerson(on, 'Admin0');
  const [second, ...others] = await Promise.all(
    Array.from({ length: members + 1 }, (_, n) => registerPerson(on, n === 0 ? 'Admin1' : `Member${n}`)),
  );
  await firstAdmin.perform('POST', `/admin/role/${second?.me?.id}`, { role: adminRole.id });
  return { admins: [firstAdmin, second as Person], members: others };
}
