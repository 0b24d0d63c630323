import { firstReads } from '@guildhall/domain/wire/pages.js';
import type { SectionRow } from '@guildhall/domain/wire/schemas/forum/sections.js';
import type { SiteResponse } from '@guildhall/domain/wire/schemas/site/site.js';
import { Router, type ErrorRequestHandler, type Request, type Response } from 'express';
import { asRefusal } from '../http/errors.js';
import { requestOf } from '../http/mount-operations.js';
import type { Operation } from '../http/operation.js';
import type { Sessions } from '../http/session.js';
import { EncodedBody, sendEncoded } from '../http/responses/encoded-body.js';
import type { ReadPositions } from '../http/responses/read-positions.js';
import type { ResponseCache } from '../http/responses/response-cache.js';
import type { SiteState } from '../policy/site-state.js';
import type { Env } from '../process/env.js';
import type { StatusPoller } from '../status/status-poller.js';
import { documentOf } from './document.js';
import { PageReads, type PageRequester } from './page-reads.js';
import { pageTable } from './page-table.js';
import type { RenderPage, Page } from './page.js';
import { emptyPage, notFound } from './plain-pages.js';
import { currentTemplate, type Template } from './template.js';

interface Dependencies {
  env: Env;
  responseCache: ResponseCache;
  site: SiteState;
  sessions: Sessions;
  positions: Pick<ReadPositions, 'begin'>;
  status: Pick<StatusPoller, 'current'>;
}

/** The HTML of every address without another route, with all that its first view shows. */
export function pages(services: Dependencies, operations: readonly Operation[]): Router {
  const router = Router();
  const calls = new Map(operations.filter(({ method }) => method === 'get').map((it) => [it.path, it]));
  const handler = (make: RenderPage) => async (req: Request, res: Response, next: () => void) => {
    const template = currentTemplate();
    if (template && req.accepts('html')) await new PageRequest(services, calls, template).send(make, req, res);
    else next();
  };
  for (const [path, make] of Object.entries(pageTable)) router.get(path, handler(make));
  const nowhere = handler(() => notFound());
  router.get('/{*elsewhere}', nowhere);
  router.use(((error: unknown, req, res, next) => {
    // An address with malformed percent encoding.
    if (error instanceof URIError && req.method === 'GET') return nowhere(req, res, () => next(error));
    next(error);
  }) satisfies ErrorRequestHandler);
  return router;
}

class PageRequest {
  constructor(
    private readonly services: Dependencies,
    private readonly calls: ReadonlyMap<string, Operation>,
    private readonly template: Template,
  ) {}

  async send(make: RenderPage, req: Request, res: Response): Promise<void> {
    const { status, body } = await this.made(make, req).catch((error: unknown) => this.bare(error, req));
    if (status === 503) res.set('retry-after', '2');
    res.status(status).set('cache-control', 'private, no-cache');
    await sendEncoded(req, res, body, 'text/html; charset=utf-8');
  }

  private async made(make: RenderPage, req: Request): Promise<{ status: number; body: EncodedBody }> {
    const asking = await this.asking(req);
    if (!asking.identity) return this.cachedPage(make, asking);
    const { status, bytes } = await this.page(make, asking);
    return { status, body: new EncodedBody(bytes) };
  }

  private async asking(req: Request): Promise<PageRequester> {
    return { ...requestOf(req), ...(await this.services.sessions.asking(req.headers.cookie)) };
  }

  /** The same for all guests until something that it shows changes. */
  private async cachedPage(make: RenderPage, asking: PageRequester) {
    const { responseCache, positions } = this.services;
    const version = this.version();
    let status = 200;
    const { body } = await responseCache.getOrMake(
      `page ${version} ${asking.path}`,
      await positions.begin({}),
      async () => {
        const page = await this.page(make, asking);
        status = page.status;
        return page;
      },
      () => status === 200 && this.version() === version,
    );
    return { status, body };
  }

  private async page(make: RenderPage, asking: PageRequester) {
    const reads = new PageReads(this.calls, asking);
    const [site, sections] = await Promise.all([
      reads.ask<SiteResponse>(firstReads.everyPage.site),
      reads.ask<SectionRow[]>(firstReads.everyPage.sections),
      reads.ask(firstReads.everyPage.me),
    ]);
    const { params } = asking;
    const page = await make({ reads, actor: asking.actor, site: site.body, sections: sections.body, params });
    const { json, scopes } = await reads.all();
    return { status: page.status, bytes: this.written(page, site.body, json), scopes };
  }

  /** When a part is unavailable: the page has no content, and requests it itself. */
  private bare(error: unknown, req: Request) {
    const refusal = asRefusal(error);
    if (refusal?.status !== 503) throw error;
    req.log.warn({ err: error }, 'a page without its preloaded responses');
    const { settings, theme } = this.services.site;
    const known = { name: settings.name, logo: theme.logo, light_logo: theme.lightLogo };
    return { status: emptyPage.status, body: new EncodedBody(this.written(emptyPage, known, '{}')) };
  }

  private written(page: Page, site: Pick<SiteResponse, 'name' | 'logo' | 'light_logo'>, given: string): Buffer {
    const { publicUrl } = this.services.env;
    return Buffer.from(documentOf(this.template, page, { ...site, publicUrl }, given));
  }

  /** Of what a page shows beside the responses of the API. */
  private version(): string {
    return JSON.stringify([this.services.status.current(), this.template.builtAt]);
  }
}
