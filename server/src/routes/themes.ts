import { foldName } from '@guildhall/domain/account/names.js';
import { limits } from '@guildhall/domain/limits.js';
import { defaultThemeName } from '@guildhall/domain/theme/base-colours.js';
import type { ThemeCommand } from '@guildhall/domain/theme/decide.js';
import { type ThemeRow, themeRow, themeHistoryRow } from '@guildhall/domain/wire/schemas/site/themes.js';
import { writeResponse } from '@guildhall/domain/wire/schemas/write.js';
import { z } from 'zod';
import { parseIfMatch } from '../http/if-match.js';
import { asOfQuery, flag, createTextSchema, parseId } from '../request/input.js';
import type { Call } from '../http/operation.js';
import type { Services } from '../services.js';
import { route, tagRoutes } from './operation.js';
import { runWithReason } from './run-with-reason.js';
import { limitPerMember } from '../http/operation-limits.js';
import { createStringSchema, offsetPaging, paginateInMemory, createPositiveIntSchema } from '../request/paging.js';
import type { Result } from '../http/responses/result.js';
import { reasonBody, type WithReason } from '../staff/reason.js';
import type { SiteState } from '../policy/site-state.js';
import { restoreCommand, readThemeHistory } from '../theme/history.js';

const name = createTextSchema('name-required', 'name-too-long', limits.themeName.max)
  .refine((value) => !/[\p{Cc}/\\?#]|^\.+$/u.test(value), {
    error: 'must not be dots, or contain control characters or / \\ ? #',
  })
  .describe('Without `/`, `\\`, `?` and `#`, and not only dots');
const themeNameBody = reasonBody.extend({ name });
const themeBody = themeNameBody.extend({
  css: createTextSchema('theme-empty', 'theme-length', limits.css.max).describe(
    'Lines of the form `--color-x: value;`; others are ignored',
  ),
  publish: flag.default(true).describe('0 saves the theme without publishing it'),
});
const listQuery = z.object({ ...asOfQuery, ...offsetPaging });

const write = { response: writeResponse, actions: ['edit-theme'], limits: [limitPerMember('staff')] } as const;

const historyQuery = z.object({
  limit: createPositiveIntSchema(100).default(20),
  cursor: createStringSchema(/^[1-9]\d{0,14}$/),
});

export const themeRoutes = tagRoutes('Theme', [
  route.get('/forums/themes', {
    scope: 'read',
    summary: 'The themes with their colours; one of them is published',
    query: listQuery,
    response: z.array(themeRow),
    run: async (call, services) => {
      const { site } = await services.loadAsOf(call, call.query.at);
      const { rows, cursor } = await paginateInMemory(buildRows(site), call.query, (some) => [...some]);
      return { cache: 'no-cache', cursor, body: rows };
    },
  }),
  route.post('/forums/themes', {
    scope: 'write:site',
    ...write,
    summary: 'Save a theme and publish it',
    body: themeBody,
    ifMatch: true,
    run: (call, services) => {
      const { name, css, publish } = call.body;
      const command = { type: 'SaveTheme', name, css, publish, ifVersions: parseIfMatch(call) } as const;
      return changeTheme(services, call, `save-theme ${foldName(name)}`, command, 'Theme saved!');
    },
  }),
  route.delete('/forums/themes/:name', {
    scope: 'write:site',
    ...write,
    summary: 'Delete a theme that is not published',
    body: reasonBody,
    run: (call, services) => {
      const theme = String(call.params.name);
      return changeTheme(services, call, `remove-theme ${foldName(theme)}`, { type: 'RemoveTheme', name: theme });
    },
  }),
  route.post('/forums/themes/publish', {
    scope: 'write:site',
    ...write,
    summary: 'Publish a saved theme',
    body: themeNameBody,
    run: (call, services) => {
      const { name } = call.body;
      return changeTheme(services, call, `publish-theme ${foldName(name)}`, { type: 'PublishTheme', name });
    },
  }),
  route.post('/forums/themes/reset', {
    scope: 'write:site',
    ...write,
    summary: 'Publish the default theme',
    body: reasonBody,
    run: (call, services) => {
      const command = { type: 'PublishTheme', name: defaultThemeName } as const;
      return changeTheme(services, call, 'reset-theme', command, 'Theme reset to default!');
    },
  }),
  route.get('/forums/themes/history', {
    scope: 'read',
    summary: 'The theme and logo history, newest first',
    query: historyQuery,
    response: z.array(themeHistoryRow),
    actions: ['edit-theme'],
    run: async (call, services) => {
      const { limit, cursor } = call.query;
      const { rows, more } = await readThemeHistory(services, cursor === undefined ? null : Number(cursor), limit);
      return { cache: 'no-cache', cursor: more ? String(rows.at(-1)?.revision) : null, body: rows };
    },
  }),
  route.post('/forums/themes/history/:revision/restore', {
    scope: 'write:site',
    summary: 'Restore a history entry: saved or removed colours, the published theme, or a logo',
    body: reasonBody,
    response: writeResponse,
    actions: ['edit-theme'],
    limits: [limitPerMember('staff')],
    run: async (call, services) => {
      const revision = parseId(call.params.revision);
      return changeTheme(services, call, `restore-theme ${revision}`, await restoreCommand(services, revision));
    },
  }),
]);

function buildRows({ theme, savedAt }: SiteState): ThemeRow[] {
  return [...theme.themes].map(([fold, { name, css, version }]) => {
    const row: ThemeRow = { name, css, live: fold === theme.live, version };
    const at = savedAt.get(fold);
    if (at) row.saved_at = at;
    return row;
  });
}

export async function changeTheme(
  services: Pick<Services, 'responses' | 'texts' | 'commands'>,
  call: Call<WithReason>,
  callName: string,
  command: ThemeCommand,
  message?: string,
): Promise<Result> {
  return runWithReason(services, call, { name: callName, ...(message && { message }) }, (context) =>
    services.commands.theme(command, call.actor, context),
  );
}
