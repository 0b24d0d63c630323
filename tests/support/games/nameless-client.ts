import { readFileSync } from 'node:fs';
import { exchange, type HttpResponse } from '../site/exchange.js';
import { TestProgram } from '../site/program.js';
import type { Site, SiteMember } from '../site/site.js';

export interface RecordedCall {
  client: string;
  method: 'GET' | 'POST';
  url: string;
  body?: string;
  /** The recorded response, which the client accepted. */
  response: Record<string, unknown>;
}

/** Requests recorded from NamelessMC's plugin and its Java client. The site's own values are placeholders in braces. */
export const recordedCalls = JSON.parse(
  readFileSync(new URL('nameless-calls.json', import.meta.url), 'utf8'),
) as RecordedCall[];

export interface GameServerOptions {
  name?: string;
  ranks?: readonly { role_id: number; rank: string }[];
  highest_role_id?: number;
}

/** Simulates a game server with NamelessMC's plugin. */
export class NamelessClient {
  private constructor(
    private readonly site: Site,
    readonly serverId: number,
    readonly key: string,
  ) {}

  static async create(site: Site, options: GameServerOptions = {}): Promise<NamelessClient> {
    const { serverId, key } = await TestProgram.createForGameServer(site, options);
    return new NamelessClient(site, serverId, key);
  }

  /** Java's HTTP client offers HTTP/2 with every request. */
  get headers() {
    return {
      connection: 'Upgrade, HTTP2-Settings',
      upgrade: 'h2c',
      'http2-settings': 'AAEAAEAAAAIAAAAAAAMAAAAAAAQBAAAA',
      accept: 'application/json',
      'user-agent': 'Nameless-Plugin/3.4.2',
      authorization: `Bearer ${this.key}`,
      'x-api-key': this.key,
    };
  }

  send(method: string, url: string, body?: string, headers: Record<string, string> = {}): Promise<HttpResponse> {
    const type = body === undefined ? {} : { 'content-type': 'application/json' };
    const sent = { method, path: url, headers: { ...this.headers, ...type, ...headers } };
    return exchange(this.site.url, body === undefined ? sent : { ...sent, body });
  }

  async call(method: string, path: string, body?: object): Promise<Record<string, unknown>> {
    const response = await this.send(method, `/index.php?route=/api/v2/${path}`, body && JSON.stringify(body));
    return { status: response.status, ...(response.json as object) };
  }

  /** Lets the player join and enter the code that the member gets on the site. */
  async link(member: SiteMember, uuid: string, name: string): Promise<void> {
    await this.reportPlayers({ [uuid]: name });
    const { code } = await this.site.perform<{ code: string }>('POST', '/account/game-code', undefined, { as: member });
    const body = { integration: 'Minecraft', identifier: uuid, username: name, code };
    const { error } = await this.call('POST', 'integration/verify', body);
    if (error !== undefined) throw new Error(JSON.stringify(error));
  }

  reportPlayers(names: Record<string, string>): Promise<Record<string, unknown>> {
    const time = Date.now();
    const players = Object.entries(names).map(([uuid, name]) => [uuid, { name, login_time: time - 60_000 }]);
    const body = {
      server_id: 1,
      'server-id': 1,
      interval_seconds: 30,
      time,
      players: Object.fromEntries(players) as object,
    };
    return this.call('POST', 'minecraft/server-info', body);
  }

  reportGroups(uuid: string, groups: readonly string[]): Promise<Record<string, unknown>> {
    return this.call('POST', 'minecraft/update-groups', { server_id: 1, player_groups: { [uuid]: { groups } } });
  }

  /** Returns the commands that the plugin would run now. */
  async readPendingCommands(): Promise<{ id: number; command: string }[]> {
    const { customers } = await this.call('GET', 'store/pending-commands&connection_id=1');
    return (customers as { commands: { id: number; command: string }[] }[]).flatMap(({ commands }) => commands);
  }
}

/**
 * Returns the fields of `recorded`, which the client accepted, that `sent` lacks. Compares lists element by element.
 */
export function listMissingFields(recorded: unknown, sent: unknown, path = ''): string[] {
  if (Array.isArray(recorded)) {
    if (!Array.isArray(sent)) return [path];
    const [element] = recorded as unknown[];
    return element === undefined ? [] : sent.flatMap((item, n) => listMissingFields(element, item, `${path}[${n}]`));
  }
  if (typeof recorded === 'object' && recorded !== null) {
    if (typeof sent !== 'object' || sent === null) return [path];
    return Object.entries(recorded).flatMap(([name, value]) =>
      listMissingFields(value, (sent as Record<string, unknown>)[name], `${path}.${name}`),
    );
  }
  return typeof recorded === typeof sent ? [] : [path];
}
