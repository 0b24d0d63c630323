import type { SettingsState } from '@guildhall/domain/settings/decide.js';
import type { SettingsAnswer } from '@guildhall/domain/wire/site.js';
import { z } from 'zod';
import { settingsAnswer } from '../answers/site.js';
import { writeAnswer } from '../answers/write.js';
import { asOf, asOfQuery } from '../read-models/as-of.js';
import { versionIn } from '../http/if-match.js';
import { operation, type Call, type Operation } from '../http/operation.js';
import type { Result } from '../http/result.js';
import type { Services } from '../services.js';
import { changesIn, settingsBody, type SettingsBody } from '../staff/site-settings-input.js';
import { requireAct, staffContext } from '../staff/staff-calls.js';
import { refuseTooMuchMarkup } from '../text/markdown.js';

const asked = z.object(asOfQuery);

export function settingsRoutes(parts: Services): Operation[] {
  return [
    operation({
      method: 'get',
      path: '/admin/settings',
      tag: 'Admin',
      summary: 'The settings of the site',
      query: asked,
      answer: settingsAnswer,
      run: (call) => show(parts, call),
    }),
    operation({
      method: 'put',
      path: '/admin/settings',
      tag: 'Admin',
      summary: 'Change settings of the site; what is left out stays',
      body: settingsBody,
      ifMatch: true,
      answer: writeAnswer,
      run: (call) => change(parts, call),
    }),
  ];
}

async function show(parts: Services, call: Call<unknown, z.infer<typeof asked>>): Promise<Result> {
  requireAct(call, 'manage-settings');
  const { site } = await asOf(parts, call, call.query.at);
  return { cache: 'no-store', body: answerOf(site.settingsFold.state) };
}

function answerOf({ settings, version }: Readonly<SettingsState>): SettingsAnswer {
  return {
    name: settings.name,
    server_address: settings.serverAddress,
    chat_link: settings.chatLink,
    store_link: settings.storeLink,
    about: settings.about,
    rules: settings.rules,
    banners: settings.banners,
    status_url: settings.statusUrl,
    status_modes: settings.statusModes.map(({ mode, statusUrl }) => ({ mode, status_url: statusUrl })),
    mail_sender: settings.mailSender,
    set_up: settings.setUp,
    version,
  };
}

async function change(parts: Services, call: Call<SettingsBody>): Promise<Result> {
  requireAct(call, 'manage-settings');
  const { rules } = call.body;
  if (rules !== undefined && rules !== parts.site.settings.rules) refuseTooMuchMarkup(rules, 'rules');
  const context = await staffContext(parts, call, 'change-settings', call.body.reason, null);
  const command = { type: 'ChangeSettings', changes: changesIn(call.body), ifVersion: versionIn(call) } as const;
  const handled = await parts.commands.settings(command, call.actor, context);
  return parts.responses.written(handled, { acts: handled.acts });
}
