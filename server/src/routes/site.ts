import { rulesResponse, type RulesResponse, siteResponse } from '@guildhall/domain/wire/schemas/site/site.js';
import { statusResponse } from '@guildhall/domain/wire/schemas/site/statistics.js';
import { operation, type Operation } from '../http/operation.js';
import type { Result } from '../http/responses/result.js';
import type { StatusPoller } from '../status/status-poller.js';
import type { SiteState } from '../policy/site-state.js';
import { siteResponseOf } from '../read-models/site-rows.js';
import { renderMarkdown } from '../text/markdown.js';

interface Dependencies {
  historyId: string;
  site: SiteState;
  status: StatusPoller;
}

/** What every page shows of the site, from memory: it needs no query. */
export function siteRoutes(services: Dependencies): Operation[] {
  const rules = rulesOf(services);
  return [
    operation({
      method: 'get',
      path: '/site',
      tag: 'Site',
      summary: 'The name, look and player count of the site',
      response: siteResponse,
      run: () => fresh(siteResponseOf(services)),
    }),
    operation({
      method: 'get',
      path: '/site/rules',
      tag: 'Site',
      summary: 'The rules of the site',
      response: rulesResponse,
      run: () => fresh(rules()),
    }),
    operation({
      method: 'get',
      path: '/status',
      tag: 'Site',
      summary: 'The player count: 0 where the status service gives none, with the time since then',
      response: statusResponse,
      run: () => fresh(services.status.current()),
    }),
  ];
}

/** From the settings and the status service alone. */
const fresh = (body: object): Promise<Result> => Promise.resolve({ cache: 'no-cache', body, scopes: [] });

/** Rendered once for each text. */
function rulesOf({ site }: Dependencies): () => RulesResponse {
  let kept: RulesResponse = { content: '', content_html: '' };
  return () => {
    const { rules } = site.settings;
    if (kept.content !== rules) kept = { content: rules, content_html: renderMarkdown(rules) };
    return kept;
  };
}
