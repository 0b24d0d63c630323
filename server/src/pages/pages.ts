import { guest } from '@guildhall/domain/permissions.js';
import { ownThreadLists } from '@guildhall/domain/wire/kinds.js';
import { firstReads } from '@guildhall/domain/wire/pages.js';
import type { SectionRow } from '@guildhall/domain/wire/schemas/forum/sections.js';
import type { SiteResponse } from '@guildhall/domain/wire/schemas/site/site.js';
import { Router, type ErrorRequestHandler, type Request, type Response } from 'express';
import { toRefusal } from '../request/refusals.js';
import { readRequest } from '../http/mount-operations.js';
import type { Operation } from '../http/operation.js';
import type { Sessions } from '../request/sessions.js';
import { EncodedBody, sendEncoded } from '../http/responses/encoded-body.js';
import type { ReadPositions } from '../request/read-positions.js';
import type { ResponseCache } from '../http/responses/response-cache.js';
import type { Policy } from '../policy/policy.js';
import type { SiteState } from '../policy/site-state.js';
import { getServersVersion } from '../read-models/site-rows.js';
import type { Env } from '../process/env.js';
import type { ServerStatuses } from '../status/server-statuses.js';
import type { StatusPoller } from '../status/status-poller.js';
import { renderDocumentEnd, renderDocumentStart } from './document.js';
import { PageReads, type PageRequester } from './page-reads.js';
import { pageTable } from './page-table.js';
import type { RenderPage, Page, PageContext } from './page.js';
import { emptyPage, createNotFoundPage } from './plain-pages.js';
import { ReadTable } from './read-table.js';
import { loadTemplate, type Template } from './template.js';

interface Dependencies {
  env: Env;
  responseCache: ResponseCache;
  site: SiteState;
  policy: Policy;
  sessions: Sessions;
  positions: Pick<ReadPositions, 'begin'>;
  status: Pick<StatusPoller, 'getCurrent'>;
  serverStatuses: ServerStatuses;
}

export function createPageRoutes(services: Dependencies, operations: readonly Operation[]): Router {
  const router = Router();
  const table = new ReadTable(operations);
  const createHandler = (render: RenderPage) => async (req: Request, res: Response, next: () => void) => {
    const template = loadTemplate();
    if (template && req.accepts('html')) await new PageRequest(services, table, template).send(render, req, res);
    else next();
  };
  for (const [path, render] of Object.entries(pageTable)) router.get(path, createHandler(render));
  const notFoundHandler = createHandler(() => createNotFoundPage());
  router.get('/{*elsewhere}', notFoundHandler);
  router.use(((error: unknown, req, res, next) => {
    if (error instanceof URIError && req.method === 'GET') return notFoundHandler(req, res, () => next(error));
    next(error);
  }) satisfies ErrorRequestHandler);
  return router;
}

interface RenderedPage {
  status: number;
  body: EncodedBody;
  movedTo?: string;
}

const getSearch = ({ originalUrl }: Request): string => /\?.*$/.exec(originalUrl)?.[0] ?? '';

class PageRequest {
  constructor(
    private readonly services: Dependencies,
    private readonly table: ReadTable,
    private readonly template: Template,
  ) {}

  async send(render: RenderPage, req: Request, res: Response): Promise<void> {
    const { status, body, movedTo } = await this.renderOrExplain(render, req).catch((error: unknown) =>
      this.renderEmptyPage(error, req),
    );
    if (movedTo !== undefined) return res.redirect(302, movedTo + getSearch(req));
    if (status === 503) res.set('retry-after', '2');
    res.status(status).set('cache-control', 'private, no-cache');
    await sendEncoded(req, res, body, 'text/html; charset=utf-8');
  }

  private async renderOrExplain(render: RenderPage, req: Request): Promise<RenderedPage> {
    const requester = await this.identifyRequester(req);
    const tab = (requester.identity && ownThreadLists.find((list) => list === req.query['tab'])) || null;
    const { status, start, own, movedTo } = await this.startRender(render, requester, tab);
    if (movedTo !== undefined) return { status, body: start, movedTo };
    // A guest's page contains no personal data, so the whole page is cached.
    if (!requester.identity) return { status, body: start };
    const reads = new PageReads(this.table, requester, await this.services.positions.begin({}));
    const otherReads = own.map((read) => reads.prefetchOwn(read));
    await Promise.all([reads.load(firstReads.everyPage.me), ...otherReads]);
    const { fields } = await reads.renderAll();
    const rest = `${fields.map((field) => `,${field}`).join('')}}${renderDocumentEnd(this.template)}`;
    return { status, body: new EncodedBody(Buffer.concat([start.bytes, Buffer.from(rest)])) };
  }

  private async identifyRequester(req: Request): Promise<PageRequester> {
    return { ...readRequest(req), ...(await this.services.sessions.identifyRequester(req.headers.cookie)) };
  }

  private async startRender(render: RenderPage, requester: PageRequester, tab: PageContext['tab']) {
    const { responseCache, positions, policy } = this.services;
    const role = requester.identity ? requester.actor.roleId : null;
    const from = await positions.begin({});
    const guestRequester = {
      ...requester,
      identity: null,
      actor: role === null ? guest : policy.createActorInRole(role),
    };
    const version = this.getVersion(requester.path);
    let status = 200;
    let movedTo: string | undefined;
    const { body, own } = await responseCache.getOrMake(
      `page ${role ?? 'guest'} ${version} ${tab ?? ''} ${requester.path}`,
      from,
      async () => {
        const result = await this.respondWithPage(render, guestRequester, tab);
        ({ status, movedTo } = result);
        return result;
      },
      () => status === 200 && this.getVersion(requester.path) === version,
    );
    return { status, start: body, own, movedTo };
  }

  private async respondWithPage(render: RenderPage, requester: PageRequester, tab: PageContext['tab']) {
    const { actor, params } = requester;
    const isGuest = actor.userId === null;
    const reads = new PageReads(this.table, requester);
    const [site, sections] = await Promise.all([
      reads.load<SiteResponse>(firstReads.everyPage.site),
      reads.load<SectionRow[]>(firstReads.everyPage.sections),
      isGuest && reads.load(firstReads.everyPage.me),
    ]);
    const page = await render({ reads, actor, site: site.body, sections: sections.body, params, tab });
    const { fields, scopes } = await reads.renderAll();
    const start = `${this.renderStart(page, site.body)}{${fields.join(',')}`;
    const bytes = Buffer.from(isGuest ? `${start}}${renderDocumentEnd(this.template)}` : start);
    return { status: page.status ?? 200, movedTo: page.movedTo, bytes, scopes, own: reads.own };
  }

  /** Returns an empty page if a store is unavailable. The script then requests the content. */
  private renderEmptyPage(error: unknown, req: Request): RenderedPage {
    const refusal = toRefusal(error);
    if (refusal?.status !== 503) throw error;
    req.log.warn({ err: error }, 'a page was sent without its preloaded responses');
    const { settings, theme } = this.services.site;
    const siteHead = { name: settings.name, logo: theme.logo, light_logo: theme.lightLogo };
    const text = `${this.renderStart(emptyPage, siteHead)}{}${renderDocumentEnd(this.template)}`;
    return { status: 503, body: new EncodedBody(Buffer.from(text)) };
  }

  private renderStart(page: Page, site: Pick<SiteResponse, 'name' | 'logo' | 'light_logo'>): string {
    return renderDocumentStart(this.template, page, { ...site, publicUrl: this.services.env.publicUrl });
  }

  /** Statuses change without events. Only the statistics pages show game server statuses. */
  private getVersion(path: string): string {
    const { services } = this;
    const servers = /^\/stats\//i.test(path) ? getServersVersion(services) : '';
    return JSON.stringify([services.status.getCurrent(), servers, this.template.builtAt]);
  }
}
