import { rulesResponse, type RulesResponse, siteResponse } from '@guildhall/domain/wire/schemas/site/site.js';
import { statusResponse } from '@guildhall/domain/wire/schemas/site/statistics.js';
import { route, tagRoutes } from './operation.js';
import type { Result } from '../http/responses/result.js';
import { buildSiteResponse } from '../read-models/site-rows.js';
import { renderMarkdown } from '../text/markdown.js';

export const siteRoutes = tagRoutes('Site', [
  route.get('/site', {
    scope: 'read',
    summary: "The site's name, look and player count",
    response: siteResponse,
    run: (_call, services) => createUncachedResult(buildSiteResponse(services)),
  }),
  route.get('/site/rules', {
    scope: 'read',
    summary: "The site's rules",
    response: rulesResponse,
    run: (_call, services) => createUncachedResult(renderRules(services.site.settings.rules)),
  }),
  route.get('/status', {
    scope: 'read',
    summary: 'The player count; if the status service returns none, 0 with the time since then',
    response: statusResponse,
    run: (_call, services) => createUncachedResult(services.status.getCurrent()),
  }),
]);

const createUncachedResult = (body: object): Promise<Result> =>
  Promise.resolve({ cache: 'no-cache', body, scopes: [] });

let rulesPage: RulesResponse = { content: '', content_html: '' };

function renderRules(rules: string): RulesResponse {
  if (rulesPage.content !== rules) rulesPage = { content: rules, content_html: renderMarkdown(rules) };
  return rulesPage;
}
