import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { deriveAggregateId } from '@guildhall/domain/ids.js';
import type { PermissionEntry } from '@guildhall/domain/permissions.js';
import { adminRole, guestRole, memberRole } from '@guildhall/domain/roles.js';
import type { Place } from '@guildhall/domain/structure/state.js';
import type { Topic } from '@guildhall/domain/wire/topics.js';
import type { ThreadDocument } from '@guildhall/projections/views/threads/document.js';
import { expect, onTestFinished, vi } from 'vitest';
import type { CommandResult } from '../commands/handle.js';
import { createGateway, type Gateway, type GatewayOptions } from '../live/gateway.js';
import type { Services } from '../services.js';
import {
  addMember,
  testContext,
  makeAdmin,
  testData,
  testServices,
  type TestData,
  type TestMember,
  type TestServices,
} from './services.js';
import { TestListener, type TestListenerOptions } from './test-listener.js';

/** A server with its gateway, two sections, an Admin and a member, and methods for their actions. */
export class LiveSite {
  url = '';
  readonly open: Place = { sectionId: 0, subsectionId: null };
  readonly closed: Place = { sectionId: 0, subsectionId: null };
  admin!: TestMember;
  member!: TestMember;
  gateway!: Gateway;
  server!: TestServices;
  private http!: Server;
  private readonly data: TestData = testData();
  private readonly listeners: TestListener[] = [];
  private isFollowerDelayed = false;

  /** Resyncs are not spread over time unless the options request it. */
  static async start(options: GatewayOptions = {}): Promise<LiveSite> {
    const site = new LiveSite(options);
    onTestFinished(() => site.stop());
    await site.serve();
    site.admin = await addMember(site.services, 'Alex');
    await makeAdmin(site.services, site.admin.id);
    site.member = await addMember(site.services, 'Steve');
    site.open.sectionId = await site.addSection('open');
    site.closed.sectionId = await site.addSection('closed');
    await site.waitUntilSettled();
    return site;
  }

  private constructor(private readonly options: GatewayOptions) {}

  get services() {
    return this.server.services;
  }

  private async stop(): Promise<void> {
    for (const listener of this.listeners) listener.close();
    await this.halt();
    this.data.remove();
  }

  async connect(as?: TestListenerOptions): Promise<TestListener> {
    const listener = await TestListener.open(this.url, as);
    this.listeners.push(listener);
    return listener;
  }

  async listen(as: TestListenerOptions | undefined, ...topics: Topic[]): Promise<TestListener> {
    const listener = await this.connect(as);
    const position = await this.waitUntilSettled();
    for (const topic of topics) await listener.listen(topic, position);
    return listener;
  }

  /** Simulates a server that applies a permission change only once the returned function is called. */
  delayRights(fold: 'structureFold' | 'staffFold'): () => void {
    let release: () => void = () => undefined;
    const barrier = new Promise<void>((resolve) => (release = resolve));
    const { [fold]: rights } = this.services.policy;
    const catchUp = rights.catchUp.bind(rights);
    rights.catchUp = () => Promise.resolve();
    this.server.follower.onEvents(() => barrier);
    this.isFollowerDelayed = true;
    return () => {
      rights.catchUp = catchUp;
      this.isFollowerDelayed = false;
      release();
    };
  }

  /** Starts another server with the same data, which reads the first server's views as in network mode. */
  async startSecond(): Promise<Services> {
    const { services, follower, close } = await testServices(this.data, this.server);
    onTestFinished(close);
    follower.start();
    return services;
  }

  async restart(options: GatewayOptions = this.options): Promise<void> {
    await this.halt();
    await this.serve(options);
  }

  /** @throws if the views do not reach the end of the log */
  async catchUpViews(): Promise<string> {
    const head = await this.services.log.readHead();
    if (!(await this.services.views.waitFor(head, 60_000))) throw new Error('The views did not catch up with the log');
    return head;
  }

  /**
   * Resolves once the views and the gateway have reached the end of the log. A page that joined earlier could be
   * reloaded by a permission change that the gateway has not yet processed.
   * @returns the position at which a page can join
   */
  async waitUntilSettled(): Promise<string> {
    const head = await this.catchUpViews();
    if (!this.isFollowerDelayed)
      await vi.waitFor(() => expect(this.gateway.position >= head, 'the gateway is behind').toBe(true), {
        timeout: 5_000,
        interval: 5,
      });
    return this.toWirePosition(await this.services.views.store.readCheckpoint());
  }

  toWirePosition(position: string): string {
    return `${this.services.historyId}.${position}`;
  }

  async addThread(place: Place, by: TestMember = this.member): Promise<number> {
    const context = testContext(String(by.id));
    const threadId = deriveAggregateId(context.commandId);
    const seal = (text: string) => this.services.texts.seal(by.id, text);
    const texts = { title: await seal('A title'), content: await seal('What it says') };
    const command = { type: 'CreateThread' as const, threadId, place, ...texts, locked: false, sticky: false };
    await this.services.commands.thread(threadId, command, this.services.policy.getActor(by.id), context);
    return threadId;
  }

  async reply(
    threadId: number,
    text: string,
    by = this.member,
    mentions: number[] = [],
    replyTo: number | null = null,
  ): Promise<number> {
    const context = testContext(String(by.id));
    const postId = deriveAggregateId(context.commandId);
    const content = await this.services.texts.seal(by.id, text);
    const actor = this.services.policy.getActor(by.id);
    const command = { type: 'PostReply' as const, postId, threadId, content, mentions, replyTo };
    await this.services.commands.post(postId, command, actor, context);
    return postId;
  }

  async editReply(postId: number, text: string, by: TestMember = this.member): Promise<void> {
    const content = await this.services.texts.seal(by.id, text);
    const actor = this.services.policy.getActor(by.id);
    await this.services.commands.post(postId, { type: 'EditReply', content }, actor, testContext());
  }

  async deleteReply(postId: number): Promise<void> {
    const actor = this.services.policy.getActor(this.admin.id);
    await this.services.commands.post(postId, { type: 'DeleteReply' }, actor, testContext());
  }

  async changeThread(threadId: number, title: string): Promise<void> {
    const [thread] = await this.services.views.store.getMany<ThreadDocument>('threads', [threadId]);
    if (!thread) throw new Error('The views do not hold the thread');
    const sealedTitle = await this.services.texts.seal(thread.authorId, title);
    const command = { type: 'ChangeThread' as const, title: sealedTitle, content: thread.content };
    await this.services.commands.thread(
      threadId,
      command,
      this.services.policy.getActor(thread.authorId),
      testContext(),
    );
  }

  onThread(
    id: number,
    command:
      | { type: 'DeleteThread' | 'RestoreThread' }
      | { type: 'MoveThread'; place: Place }
      | { type: 'ChangeThread'; prefixId: number },
  ): Promise<CommandResult> {
    return this.services.commands.thread(id, command, this.services.policy.getActor(this.admin.id), testContext());
  }

  hide(place: Place, hidden = true): Promise<void> {
    const entries = [
      { ...flags, roleId: memberRole.id },
      { ...flags, roleId: adminRole.id, can_view: true },
    ];
    return this.setPermissions(place, hidden ? entries : []);
  }

  hideFromGuests(place: Place): Promise<void> {
    const noPermissions = {
      can_view: false,
      can_post: false,
      can_reply: false,
      can_delete_post: false,
      can_emoji_react: false,
    };
    return this.setPermissions(place, [{ ...noPermissions, roleId: guestRole.id }]);
  }

  private async setPermissions(place: Place, entries: PermissionEntry[]): Promise<void> {
    const actor = this.services.policy.getActor(this.admin.id);
    await this.services.commands.structure({ type: 'SetPermissions', place, entries }, actor, testContext());
  }

  private async addSection(name: string): Promise<number> {
    const context = testContext();
    const sectionId = deriveAggregateId(context.commandId);
    const section = {
      sectionId,
      name,
      displayName: `The ${name} one`,
      description: '',
      icon: 'news',
      allowThreadsDirect: true,
    };
    await this.services.commands.structure({ type: 'CreateSection', section }, null, context);
    return sectionId;
  }

  private async serve(options = this.options): Promise<void> {
    this.server = await testServices(this.data);
    this.http = createServer((_, res) => res.writeHead(404).end());
    this.gateway = createGateway(this.http, this.server.services, this.server.follower, {
      resyncSpreadMs: 0,
      ...options,
    });
    this.server.follower.start();
    this.http.listen(0, '127.0.0.1');
    await once(this.http, 'listening');
    this.url = `http://127.0.0.1:${(this.http.address() as AddressInfo).port}`;
  }

  private async halt(): Promise<void> {
    await this.gateway.close();
    this.http.closeAllConnections();
    await new Promise((resolve) => this.http.close(resolve));
    await this.server.close();
  }
}

const flags = { can_view: false, can_post: true, can_reply: true, can_delete_post: false, can_emoji_react: true };
