import type { KeyScope } from '@guildhall/domain/key-scopes.js';
import { memberRole } from '@guildhall/domain/roles.js';
import type { HttpResponse } from './exchange.js';
import type { SendOptions, Site, SiteMember } from './site.js';

export interface ProgramOptions {
  scopes?: readonly KeyScope[];
  roleId?: number;
  until?: string;
  callsPerMinute?: number;
  maker?: SiteMember;
  gameServerId?: number;
}

/** Simulates a program with an API key. Like most programs, it sends neither a cookie nor an Origin. */
export class TestProgram {
  private constructor(
    private readonly site: Site,
    readonly id: number,
    readonly key: string,
    readonly name: string,
  ) {}

  static async create(site: Site, options: ProgramOptions = {}): Promise<TestProgram> {
    const { scopes = ['read', 'write:forum'], roleId = memberRole.id, maker = site.admin } = options;
    const { until, callsPerMinute = 6_000, gameServerId } = options;
    const name = site.createName();
    const fields = { name, role_id: roleId, scopes, until, calls_per_minute: callsPerMinute };
    const body = { ...fields, game_server_id: gameServerId };
    const { id, key } = await site.perform<{ id: number; key: string }>('POST', '/admin/keys', body, { as: maker });
    return new TestProgram(site, id, key, `Program ${name}`);
  }

  /** Creates a game server and a key for it. */
  static async createForGameServer(site: Site, fields: object = {}): Promise<TestProgram & { serverId: number }> {
    const name = site.createName();
    const { id } = await site.perform('POST', '/admin/game-servers', { name, ...fields }, { as: site.admin });
    const program = await TestProgram.create(site, { scopes: ['game'], gameServerId: id });
    return Object.assign(program, { serverId: id });
  }

  get headers(): Record<string, string> {
    return { authorization: `Bearer ${this.key}` };
  }

  send(method: string, path: string, body?: unknown, options: SendOptions = {}): Promise<HttpResponse> {
    return this.site.send(method, path, body, { isOriginSent: false, ...options, headers: this.headers });
  }

  revoke(): Promise<unknown> {
    return this.site.perform('DELETE', `/admin/keys/${this.id}`, undefined, { as: this.site.admin });
  }
}
