import { foldName } from '@guildhall/domain/account/names.js';
import { limits } from '@guildhall/domain/limits.js';
import { defaultThemeName } from '@guildhall/domain/theme/base-colours.js';
import type { ThemeCommand } from '@guildhall/domain/theme/decide.js';
import { type ThemeRow, themeRow } from '@guildhall/domain/wire/schemas/site/themes.js';
import { writeResponse } from '@guildhall/domain/wire/schemas/write.js';
import { z } from 'zod';
import { type AsOf } from '../read-models/as-of.js';
import { versionIn } from '../http/if-match.js';
import { asOfQuery, flag, text } from '../request/input.js';
import { operation, type Call, type Operation } from '../http/operation.js';
import { perMember } from '../http/operation-limits.js';
import { nextPage, offsetPaging, pageInMemory } from '../request/paging.js';
import type { Result } from '../http/responses/result.js';
import type { Requester } from '../request/request-context.js';
import type { Commands } from '../commands/commands.js';
import type { Responses } from '../http/responses/responses.js';
import type { Texts } from '../vault/texts.js';
import { reasonField, contextWithReason } from '../staff/reason.js';
import { themeName } from '../text/patterns.js';
import type { SiteState } from '../policy/site-state.js';

interface Dependencies {
  responses: Responses;
  texts: Texts;
  asOf: (requester: Requester, at: string | undefined) => Promise<AsOf>;
  commands: Commands;
}

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
const asked = z.object({ ...asOfQuery, ...offsetPaging });

export function themeRoutes(services: Dependencies): Operation[] {
  return [...savingRoutes(services), ...choosingRoutes(services)];
}

function savingRoutes(services: Dependencies): Operation[] {
  return [
    operation({
      method: 'get',
      path: '/forums/themes',
      tag: 'Theme',
      summary: 'The themes with their colours; one of them is published',
      query: asked,
      response: z.array(themeRow),
      run: (call) => list(services, call),
    }),
    operation({
      method: 'post',
      path: '/forums/themes',
      tag: 'Theme',
      summary: 'Save a theme and publish it',
      body: saved,
      ifMatch: true,
      response: writeResponse,
      actions: ['edit-theme'],
      limits: [perMember('staff')],
      run: (call) => {
        const { name, css, publish } = call.body;
        const command = { type: 'SaveTheme', name, css, publish, ifVersion: versionIn(call) } as const;
        return changeTheme(services, call, `save-theme ${foldName(name)}`, command, 'Theme saved!');
      },
    }),
    operation({
      method: 'delete',
      path: '/forums/themes/:name',
      tag: 'Theme',
      summary: 'Delete a theme that is not published',
      body: justified,
      response: writeResponse,
      actions: ['edit-theme'],
      limits: [perMember('staff')],
      run: (call) => {
        const theme = String(call.params.name);
        return changeTheme(services, call, `remove-theme ${foldName(theme)}`, { type: 'RemoveTheme', name: theme });
      },
    }),
  ];
}

function choosingRoutes(services: Dependencies): Operation[] {
  return [
    operation({
      method: 'post',
      path: '/forums/themes/publish',
      tag: 'Theme',
      summary: 'Publish a saved theme',
      body: named,
      response: writeResponse,
      actions: ['edit-theme'],
      limits: [perMember('staff')],
      run: (call) => {
        const { name } = call.body;
        return changeTheme(services, call, `publish-theme ${foldName(name)}`, { type: 'PublishTheme', name });
      },
    }),
    operation({
      method: 'post',
      path: '/forums/themes/reset',
      tag: 'Theme',
      summary: 'Publish the default theme',
      body: justified,
      response: writeResponse,
      actions: ['edit-theme'],
      limits: [perMember('staff')],
      run: (call) => {
        const command = { type: 'PublishTheme', name: defaultThemeName } as const;
        return changeTheme(services, call, 'reset-theme', command, 'Theme reset to default!');
      },
    }),
  ];
}

async function list(services: Dependencies, call: Call<unknown, z.infer<typeof asked>>): Promise<Result> {
  const { site } = await services.asOf(call, call.query.at);
  const { rows, cursor } = await pageInMemory(rowsOf(site), call.query, (some) => [...some]);
  return { cache: 'no-cache', links: nextPage(cursor), body: rows };
}

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
  services: Pick<Dependencies, 'responses' | 'texts' | 'commands'>,
  call: Call<WithReason>,
  callName: string,
  command: ThemeCommand,
  message?: string,
): Promise<Result> {
  const context = await contextWithReason(services, call, callName, call.body.reason, null);
  const handled = await services.commands.theme(command, call.actor, context);
  return services.responses.written(handled, { acts: handled.eventIds, ...(message && { message }) });
}
