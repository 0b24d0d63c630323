import type { GatewayOptions } from '@guildhall/server/live/gateway.js';
import type { HttpResponse } from '../../site/exchange.js';
import { createHolder, createRoleWith } from '../../site/holders.js';
import { createRandom } from '../../random.js';
import { type SendOptions, Site, type SiteMember } from '../../site/site.js';

export interface Aggregate {
  id: number;
  deleted?: boolean;
}

export type Action = (world: World) => Promise<unknown>;

/** Runs actions over HTTP. */
export class World {
  moderator!: SiteMember;
  writer!: SiteMember;
  readonly things = {
    threads: [] as Aggregate[],
    replies: [] as (Aggregate & { threadId?: number })[],
    wallPosts: [] as (Aggregate & { parentId: number | null })[],
    sections: [] as Aggregate[],
    subsections: [] as (Aggregate & { sectionId: number })[],
    roles: [] as Aggregate[],
    reports: [] as Aggregate[],
  };
  private readonly next: () => number;

  static async start(seed: number, live: GatewayOptions = {}): Promise<World> {
    const site = await Site.start({
      live: {
        resyncSpreadMs: 0,
        watchIntervalMs: 0,
        presenceIntervalMs: 20,
        readIntervalMs: 0,
        ...live,
      },
    });
    const world = new World(site, seed);
    await world.populate();
    return world;
  }

  private constructor(
    readonly site: Site,
    seed: number,
  ) {
    this.next = createRandom(seed);
  }

  pick<T>(from: readonly T[]): T {
    const pickedItem = from[Math.floor(this.next() * from.length)];
    if (pickedItem === undefined) throw new Error('There is nothing to pick from');
    return pickedItem;
  }

  async pickOrCreate<T extends Aggregate>(from: readonly T[], deleted: boolean, make: () => Promise<T>): Promise<T> {
    const candidates = from.filter((thing) => Boolean(thing.deleted) === deleted);
    return candidates.length > 0 ? this.pick(candidates) : make();
  }

  /** Permissions are not tested here, so the response may be a refusal. @throws if the server returns an error */
  async send(method: string, path: string, body?: unknown, options: SendOptions = {}): Promise<HttpResponse> {
    const response = await this.site.send(method, path, body, options);
    if (response.status >= 500) throw new Error(`${method} ${path}: ${response.status} ${response.text}`);
    return response;
  }

  async sendAsAdmin(method: string, path: string, body?: unknown): Promise<boolean> {
    return (await this.send(method, path, body, { as: this.site.admin })).status < 300;
  }

  /** A member who reads and writes, and who is never erased. */
  get anyone(): SiteMember {
    return this.pick([this.site.member, this.site.other, this.moderator, this.site.admin]);
  }

  get section(): number {
    return this.pick(this.things.sections.filter(({ deleted }) => !deleted)).id;
  }

  async createPasserBy(): Promise<SiteMember> {
    const { site } = this;
    const person = await site.createMember(site.createName());
    const thread = this.pick(this.things.threads);
    await this.send('POST', '/forums/posts', { thread_id: thread.id, content: 'Passing by' }, { as: person });
    await this.send('POST', `/profile/${site.other.name}/posts`, { content: 'I was here' }, { as: person });
    await this.send('POST', `/profile/${site.member.name}/follow`, undefined, { as: person });
    return person;
  }

  private async populate(): Promise<void> {
    const { site, things } = this;
    this.moderator = await createHolder(
      site,
      await createRoleWith(
        site,
        'lock_topics',
        'sticky_topics',
        'delete_topics',
        'moderate_comments',
        'view_all_users',
      ),
    );
    this.writer = await site.createMember('Fence');
    things.sections.push({ id: site.section }, { id: await site.createSection({ questions: 1 }) });
    const sectionId = things.sections[0]?.id ?? 0;
    things.subsections.push({ id: await site.createSubsection(sectionId), sectionId });
    for (const { id } of things.sections) {
      for (const as of [site.member, site.other]) {
        const thread = await site.createThread(as, { section_id: id, title: `Of ${as.name}` });
        things.threads.push({ id: thread });
        things.replies.push({ id: await site.createReply(thread, site.member), threadId: thread });
      }
    }
  }
}
