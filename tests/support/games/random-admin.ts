import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { memberRole } from '@guildhall/domain/roles.js';
import type { GameServerRow } from '@guildhall/domain/wire/schemas/staff/game-servers.js';
import type { Person, TestResponse } from '../site/member.js';

export interface LinkedMember {
  id: number;
  accountId: number;
  uuid: string;
}

interface Options {
  admin: Person;
  members: LinkedMember[];
  roles: readonly number[];
  /** The addresses of the site's servers. */
  urls: readonly string[];
  random: () => number;
  pickBanEnd: () => string | null;
}

const maxPauseMs = 1_000;
const maxErased = 2;

/**
 * An Admin who bans members and assigns roles, and occasionally unlinks accounts, changes game servers or erases
 * members.
 */
export class RandomAdmin {
  /** The accounts of erased members. */
  readonly erasedUuids: string[] = [];
  /** The last response after which a call was repeated. */
  lastFailure = '';

  constructor(private readonly options: Options) {}

  async act(): Promise<void> {
    const { members, roles, random, pickBanEnd } = this.options;
    const { id, accountId } = this.pick(members);
    const choice = random();
    // The site may refuse these, for example lifting a ban that has ended.
    if (choice < 0.5) await this.send('POST', `/admin/role/${id}`, { role: this.pick([memberRole.id, ...roles]) });
    else if (choice < 0.65) await this.send('POST', `/admin/ban/${id}`, { until: pickBanEnd() });
    else if (choice < 0.8) await this.send('POST', `/admin/unban/${id}`);
    else if (choice < 0.9) await this.removeAndUndo(`/admin/game-accounts/${accountId}`);
    else if (choice < 0.94) await this.removeAndUndo(`/admin/game-servers/${(await this.pickGameServer()).id}`);
    else if (choice < 0.98) await this.swapRanks();
    else if (this.erasedUuids.length < maxErased) await this.erase();
  }

  private async removeAndUndo(path: string): Promise<void> {
    const { acts } = (await this.succeed('DELETE', path)) as { acts: string[] };
    await this.pause();
    await this.succeed('POST', `/admin/audit/${acts[0]}/undo`);
  }

  private async swapRanks(): Promise<void> {
    const server = await this.pickGameServer();
    const path = `/admin/game-servers/${server.id}`;
    const ranks = server.ranks.map(({ rank }, n) => ({ rank, role_id: server.ranks.at(-1 - n)?.role_id }));
    await this.succeed('PUT', path, { ...server, ranks });
    await this.pause();
    await this.succeed('PUT', path, server);
  }

  private async erase(): Promise<void> {
    const { members } = this.options;
    const member = this.pick(members);
    await this.succeed('POST', `/admin/delete/${member.id}`);
    members.splice(members.indexOf(member), 1);
    this.erasedUuids.push(member.uuid);
  }

  private async pickGameServer(): Promise<GameServerRow> {
    return this.pick((await this.succeed('GET', '/admin/game-servers')) as GameServerRow[]);
  }

  /** @throws if the site refuses the call */
  private async succeed(method: string, path: string, body?: object): Promise<unknown> {
    const response = await this.send(method, path, body);
    if (response.status >= 300)
      throw new Error(`${method} ${path}: ${response.status} ${JSON.stringify(response.body)}`);
    return response.body;
  }

  /** Retries the call until there is a response, as after a site crash, or while the site allows no more calls. */
  private async send(method: string, path: string, body: object = {}): Promise<TestResponse> {
    const { admin, urls } = this.options;
    const key = randomUUID();
    for (;;) {
      admin.url = this.pick(urls);
      const response = await admin.call(method, path, method === 'GET' ? undefined : body, key).catch(() => null);
      if (response && response.status < 500 && response.status !== 429) return response;
      if (response) this.lastFailure = `${method} ${path}: ${response.status} ${JSON.stringify(response.body)}`;
      await sleep(100);
    }
  }

  private pause(): Promise<void> {
    return sleep(this.options.random() * maxPauseMs);
  }

  private pick<T>(values: readonly T[]): T {
    return values[Math.floor(this.options.random() * values.length)]!;
  }
}
