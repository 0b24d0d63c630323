import { once } from 'node:events';
import type { RequestListener, Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { EventLog } from '@guildhall/event-store/port.js';
import { createApp } from '@guildhall/server/app.js';
import { createHttpServer } from '@guildhall/server/http/connections/http-server.js';
import { createGateway, type Gateway, type GatewayOptions } from '@guildhall/server/live/gateway.js';
import type { Services } from '@guildhall/server/services.js';
import {
  addMember,
  makeAdmin,
  testData,
  testServices,
  type TestData,
  type TestMember,
  type TestServices,
} from '@guildhall/server/testing/services.js';
import { afterAll, beforeAll } from 'vitest';
import { ClosedResponses } from './closed-responses.js';
import { exchange, type HttpResponse } from './exchange.js';
import { buildMultipartBody, multipartHeaders, type UploadedFile } from './multipart.js';

export interface SiteMember extends TestMember {
  name: string;
}

export interface SendOptions {
  /** The sender. Defaults to a guest. */
  as?: { cookie: string } | undefined;
  key?: string;
  headers?: Record<string, string | string[]>;
  prefix?: string;
  isOriginSent?: boolean;
  /** A multipart body instead of JSON. */
  file?: UploadedFile | undefined;
  timeoutMs?: number;
}

export interface SiteOptions {
  /** Handles the requests. Defaults to the product's own handler. */
  app?: (services: Services) => RequestListener;
  /** If omitted, the site has no gateway. */
  live?: GatewayOptions;
  /** Opens the log at each start. Defaults to an in-memory log. */
  openLog?: () => EventLog;
}

/** A site in this process, served over HTTP, with an Admin, two members and an open section. */
export class Site {
  url = '';
  server!: TestServices;
  admin!: SiteMember;
  member!: SiteMember;
  other!: SiteMember;
  section = 0;
  private listener!: ListeningServer;
  private readonly data: TestData = testData();
  private createdCount = 0;
  private responses!: ClosedResponses;

  constructor(private readonly options: SiteOptions = {}) {}

  static async start(options?: SiteOptions): Promise<Site> {
    const site = new Site(options);
    await site.start();
    return site;
  }

  async start(): Promise<void> {
    await this.serve();
    this.admin = await this.createMember('Alex');
    await makeAdmin(this.services, this.admin.id);
    this.member = await this.createMember('Steve');
    this.other = await this.createMember('Robin');
    this.section = await this.createSection();
  }

  /** Null if the site was started without a gateway. */
  get gateway(): Gateway | null {
    return this.listener.gateway;
  }

  get services(): Services {
    return this.server.services;
  }

  async restart(): Promise<void> {
    await this.halt();
    await this.serve();
  }

  async stop(): Promise<void> {
    await this.halt();
    this.data.remove();
  }

  readHead(): Promise<string> {
    return this.services.log.readHead();
  }

  /** @throws if the views do not reach the end of the log */
  async catchUpViews(): Promise<void> {
    if (!(await this.services.views.waitFor(await this.readHead(), 60_000)))
      throw new Error('The views did not catch up with the log');
  }

  /** @throws if a successful response does not match the operation */
  async send(method: string, path: string, body?: unknown, options: SendOptions = {}): Promise<HttpResponse> {
    const { as, key, headers = {}, prefix = '/api', isOriginSent = true, file, timeoutMs } = options;
    const sent = {
      method,
      path: prefix + path,
      headers: {
        accept: 'application/json',
        ...(as && { cookie: as.cookie }),
        ...(method !== 'GET' && isOriginSent && { origin: this.url }),
        ...(key !== undefined && { 'idempotency-key': key }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(file && multipartHeaders),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      ...(file && { body: buildMultipartBody(file) }),
    };
    const response = await exchange(this.url, sent, timeoutMs);
    // All other responses are HTML pages.
    if (sent.headers.accept === 'application/json') this.responses.check(method, sent.path, response);
    return response;
  }

  async perform<T = { id: number }>(method: string, path: string, body?: unknown, options?: SendOptions): Promise<T> {
    const response = await this.send(method, path, body, options);
    if (response.status >= 300) throw new Error(`${method} ${path}: ${response.status} ${response.text}`);
    return response.json as T;
  }

  get<T>(path: string, as?: { cookie: string }): Promise<T> {
    return this.perform<T>('GET', path, undefined, { as });
  }

  /** Creates a verified member with a session but without a password. */
  async createMember(name: string): Promise<SiteMember> {
    return { name, ...(await addMember(this.services, name)) };
  }

  async givePassword(member: SiteMember, password: string): Promise<void> {
    const passwordHash = await this.services.passwords.hash(password);
    await this.services.vault.editAccount(member.id, () => ({ passwordHash }));
  }

  createName(): string {
    return `Thing${String(this.createdCount++).padStart(5, '0')}`;
  }

  async createSection(body: object = {}): Promise<number> {
    return (await this.perform('POST', '/forums/sections', { name: this.createName(), ...body }, { as: this.admin }))
      .id;
  }

  async createSubsection(section_id = this.section): Promise<number> {
    const body = { section_id, name: this.createName() };
    return (await this.perform('POST', '/forums/subsections', body, { as: this.admin })).id;
  }

  async createThread(as: SiteMember = this.member, body: object = {}): Promise<number> {
    const threadFields = { section_id: this.section, title: 'A title', content: 'What it says', ...body };
    return (await this.perform('POST', '/forums/threads', threadFields, { as })).id;
  }

  /** Sends the default title and content along with the change. */
  changeThread(id: number, change: object, as: SiteMember = this.admin): Promise<{ acts: string[] }> {
    return this.perform(
      'PUT',
      `/forums/threads/${id}`,
      { title: 'A title', content: 'What it says', ...change },
      { as },
    );
  }

  async createReply(thread_id: number, as: SiteMember = this.member, content = 'A reply'): Promise<number> {
    return (await this.perform('POST', '/forums/posts', { thread_id, content }, { as })).id;
  }

  async hide(section_id: number, subsection_id: number | null = null, hidden = true): Promise<void> {
    const rest = { can_post: 1, can_reply: 1, can_delete_post: 0, can_emoji_react: 1 };
    const entries = hidden ? [{ role_id: 2, can_view: 0, ...rest }] : [];
    await this.perform('PUT', '/forums/permissions', { section_id, subsection_id, entries }, { as: this.admin });
  }

  /** Simulates network mode: the second server has its own gateway and reads the first server's views. */
  async startSecond(): Promise<SecondServer> {
    const server = await testServices(this.data, this.server);
    const listener = await this.listen(server);
    return {
      url: listener.url,
      gateway: listener.gateway,
      services: server.services,
      stop: () => halt(listener, server),
    };
  }

  private async serve(): Promise<void> {
    this.server = await testServices(this.data, null, this.options.openLog?.());
    this.responses = new ClosedResponses(this.services);
    this.listener = await this.listen(this.server);
    this.url = this.listener.url;
  }

  private async listen({ services, follower }: TestServices): Promise<ListeningServer> {
    const http = createHttpServer((this.options.app ?? createApp)(services), services.env);
    // On a busy machine, a connection may time out just as the next request is sent on it.
    http.keepAliveTimeout = 0;
    const { live } = this.options;
    const gateway = live ? createGateway(http, services, follower, live) : null;
    follower.start();
    http.listen(0, '127.0.0.1');
    await once(http, 'listening');
    return { http, gateway, url: `http://127.0.0.1:${(http.address() as AddressInfo).port}` };
  }

  private halt(): Promise<void> {
    return halt(this.listener, this.server);
  }
}

interface ListeningServer {
  http: Server;
  gateway: Gateway | null;
  url: string;
}

export interface SecondServer extends Pick<ListeningServer, 'url' | 'gateway'> {
  services: Services;
  stop(): Promise<void>;
}

async function halt({ http, gateway }: ListeningServer, server: TestServices): Promise<void> {
  await gateway?.close();
  http.closeAllConnections();
  await new Promise((resolve) => http.close(resolve));
  await server.close();
}

/** Call this in a file or in a `describe`. */
export function testSite(options?: SiteOptions): Site {
  const site = new Site(options);
  beforeAll(() => site.start());
  afterAll(() => site.stop());
  return site;
}
