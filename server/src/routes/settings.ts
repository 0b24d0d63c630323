import type { SettingsState } from '@guildhall/domain/settings/decide.js';
import { settingsResponse, type SettingsResponse } from '@guildhall/domain/wire/schemas/site/site.js';
import { writeResponse } from '@guildhall/domain/wire/schemas/write.js';
import { z } from 'zod';
import { parseIfMatch } from '../http/if-match.js';
import { route, tagRoutes } from './operation.js';
import { runWithReason } from './run-with-reason.js';
import { limitPerMember } from '../http/operation-limits.js';
import { asOfQuery } from '../request/input.js';
import { findChangedSettings, settingsBody } from '../staff/site-settings-input.js';
import { requireRenderableMarkup } from '../text/markdown.js';

const query = z.object(asOfQuery);

export const settingsRoutes = tagRoutes('Admin', [
  route.get('/admin/settings', {
    scope: 'read',
    summary: "The site's settings",
    query,
    response: settingsResponse,
    actions: ['manage-settings'],
    run: async (call, services) => {
      const { site } = await services.loadAsOf(call, call.query.at);
      return { cache: 'no-store', body: buildResponse(site.settingsFold.state) };
    },
  }),
  route.put('/admin/settings', {
    scope: 'write:site',
    summary: 'Change the site settings; omitted settings do not change',
    body: settingsBody,
    ifMatch: true,
    response: writeResponse,
    actions: ['manage-settings'],
    limits: [limitPerMember('staff')],
    run: async (call, services) => {
      const { rules } = call.body;
      if (rules !== undefined && rules !== services.site.settings.rules) requireRenderableMarkup(rules, 'rules');
      const command = {
        type: 'ChangeSettings',
        changes: findChangedSettings(call.body),
        ifVersions: parseIfMatch(call),
      } as const;
      return runWithReason(services, call, { name: 'change-settings' }, (context) =>
        services.commands.settings(command, call.actor, context),
      );
    },
  }),
]);

function buildResponse({ settings, version }: Readonly<SettingsState>): SettingsResponse {
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
    reactions: [...settings.reactions],
    mail_sender: settings.mailSender,
    presence: settings.presence,
    upload_member_mb: settings.uploadMemberMb,
    upload_site_mb: settings.uploadSiteMb,
    uploads_per_minute: settings.uploadsPerMinute,
    game_accounts: settings.gameAccounts,
    heads_url: settings.headsUrl,
    set_up: settings.setUp,
    version,
  };
}
