import { foldName } from '@guildhall/domain/account/names.js';
import { limits } from '@guildhall/domain/limits.js';
import { defaultThemeName } from '@guildhall/domain/theme/base-colours.js';
import type { ThemeCommand } from '@guildhall/domain/theme/decide.js';
import { type ThemeRow, themeRow } from '@guildhall/domain/wire/schemas/site/themes.js';
import { writeResponse } from '@guildhall/domain/wire/schemas/write.js';
import { z } from 'zod';
import { versionIn } from '../http/if-match.js';
import { asOfQuery, flag, text } from '../request/input.js';
import type { Call } from '../http/operation.js';
import type { Services } from '../services.js';
import { operation } from './operation.js';
import { runWithReason } from './run-with-reason.js';
import { perMember } from '../http/operation-limits.js';
import { nextPage, offsetPaging, pageInMemory } from '../request/paging.js';
import type { Result } from '../http/responses/result.js';
import { reasonField } from '../staff/reason.js';
import { themeName } from '../text/patterns.js';
import type { SiteState } from '../policy/site-state.js';

/** Part of addresses. */
const name = text('name-required', 'name-too-long', limits.themeName.max)
  .refine((value) => !/[\p{Cc}/\\?#]|^\.+$/u.test(value), {
    error: 'must not be dots, nor contain control characters or / \\ ? #',
  })
  .meta(themeName);
const justified = z.object(reasonField);
type WithReason = z.infer<typeof justified>;
const named = justified.extend({ name });
const saved = named.extend({
  css: text('theme-empty', 'theme-length', limits.css.max).describe('Lines `--color-x: value;`; others are ignored'),
  publish: flag.default(true).describe('0 saves it without putting it on the pages'),
});
const listing = z.object({ ...asOfQuery, ...offsetPaging });

const write = { tag: 'Theme', response: writeResponse, actions: ['edit-theme'], limits: [perMember('staff')] } as const;

export const themeRoutes = [
  operation({
    method: 'get',
    path: '/forums/themes',
    tag: 'Theme',
    summary: 'The themes with their colours; one of them is published',
    query: listing,
    response: z.array(themeRow),
    run: async (call, services) => {
      const { site } = await services.asOf(call, call.query.at);
      const { rows, cursor } = await pageInMemory(rowsOf(site), call.query, (some) => [...some]);
      return { cache: 'no-cache', links: nextPage(cursor), body: rows };
    },
  }),
  operation({
    ...write,
    method: 'post',
    path: '/forums/themes',
    summary: 'Save a theme and publish it',
    body: saved,
    ifMatch: true,
    run: (call, services) => {
      const { name, css, publish } = call.body;
      const command = { type: 'SaveTheme', name, css, publish, ifVersion: versionIn(call) } as const;
      return changeTheme(services, call, `save-theme ${foldName(name)}`, command, 'Theme saved!');
    },
  }),
  operation({
    ...write,
    method: 'delete',
    path: '/forums/themes/:name',
    summary: 'Delete a theme that is not published',
    body: justified,
    run: (call, services) => {
      const theme = String(call.params.name);
      return changeTheme(services, call, `remove-theme ${foldName(theme)}`, { type: 'RemoveTheme', name: theme });
    },
  }),
  operation({
    ...write,
    method: 'post',
    path: '/forums/themes/publish',
    summary: 'Publish a saved theme',
    body: named,
    run: (call, services) => {
      const { name } = call.body;
      return changeTheme(services, call, `publish-theme ${foldName(name)}`, { type: 'PublishTheme', name });
    },
  }),
  operation({
    ...write,
    method: 'post',
    path: '/forums/themes/reset',
    summary: 'Publish the default theme',
    body: justified,
    run: (call, services) => {
      const command = { type: 'PublishTheme', name: defaultThemeName } as const;
      return changeTheme(services, call, 'reset-theme', command, 'Theme reset to default!');
    },
  }),
];

function rowsOf({ theme, savedAt }: SiteState): ThemeRow[] {
  return [...theme.themes].map(([fold, { name, css, version }]) => {
    const row: ThemeRow = { name, css, live: fold === theme.live, version };
    const at = savedAt.get(fold);
    if (at) row.saved_at = at;
    return row;
  });
}

/** An action on themes or logo, and its response. @throws Refusal not-found for a caller without the permission */
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
