import type { SettingsState } from '@guildhall/domain/settings/decide.js';
import { settingsResponse, type SettingsResponse } from '@guildhall/domain/wire/schemas/site/site.js';
import { writeResponse } from '@guildhall/domain/wire/schemas/write.js';
import { z } from 'zod';
import { type AsOf } from '../read-models/as-of.js';
import { versionIn } from '../http/if-match.js';
import { operation, type Call, type Operation } from '../http/operation.js';
import { perMember } from '../http/operation-limits.js';
import { asOfQuery } from '../request/input.js';
import type { Result } from '../http/responses/result.js';
import type { Requester } from '../request/request-context.js';
import type { SiteState } from '../policy/site-state.js';
import type { Commands } from '../commands/commands.js';
import type { Responses } from '../http/responses/responses.js';
import type { Texts } from '../vault/texts.js';
import { changesIn, settingsBody, type SettingsBody } from '../staff/site-settings-input.js';
import { contextWithReason } from '../staff/reason.js';
import { refuseTooMuchMarkup } from '../text/markdown.js';

interface Dependencies {
  responses: Responses;
  site: SiteState;
  texts: Texts;
  asOf: (requester: Requester, at: string | undefined) => Promise<AsOf>;
  commands: Commands;
}

const asked = z.object(asOfQuery);

export function settingsRoutes(services: Dependencies): Operation[] {
  return [
    operation({
      method: 'get',
      path: '/admin/settings',
      tag: 'Admin',
      summary: 'The settings of the site',
      query: asked,
      response: settingsResponse,
      actions: ['manage-settings'],
      run: (call) => show(services, call),
    }),
    operation({
      method: 'put',
      path: '/admin/settings',
      tag: 'Admin',
      summary: 'Change settings of the site; settings left out do not change',
      body: settingsBody,
      ifMatch: true,
      response: writeResponse,
      actions: ['manage-settings'],
      limits: [perMember('staff')],
      run: (call) => change(services, call),
    }),
  ];
}

async function show(services: Dependencies, call: Call<unknown, z.infer<typeof asked>>): Promise<Result> {
  const { site } = await services.asOf(call, call.query.at);
  return { cache: 'no-store', body: responseOf(site.settingsFold.state) };
}

function responseOf({ settings, version }: Readonly<SettingsState>): SettingsResponse {
  return {
    name: settings.name,
    server_address: settings.serverAddress,
    chat_link: settings.chatLink,
    store_link: settings.storeLink,
    about: settings.about,
    front_title: settings.frontTitle,
    front_text: settings.frontText,
    default_appearance: settings.defaultAppearance,
    rules: settings.rules,
    banners: settings.banners,
    status_url: settings.statusUrl,
    status_modes: settings.statusModes.map(({ mode, statusUrl }) => ({ mode, status_url: statusUrl })),
    image_hosts: settings.imageHosts,
    mail_sender: settings.mailSender,
    set_up: settings.setUp,
    version,
  };
}

async function change(services: Dependencies, call: Call<SettingsBody>): Promise<Result> {
  const { rules } = call.body;
  if (rules !== undefined && rules !== services.site.settings.rules) refuseTooMuchMarkup(rules, 'rules');
  const context = await contextWithReason(services, call, 'change-settings', call.body.reason, null);
  const command = { type: 'ChangeSettings', changes: changesIn(call.body), ifVersion: versionIn(call) } as const;
  const handled = await services.commands.settings(command, call.actor, context);
  return services.responses.written(handled, { acts: handled.eventIds });
}
