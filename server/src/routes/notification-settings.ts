import { notificationKinds } from '@guildhall/domain/wire/kinds.js';
import {
  choicesResponse,
  notificationSettings as settingsResponse,
  notificationSettingsChange,
} from '@guildhall/domain/wire/schemas/members/notifications.js';
import { writeResponse } from '@guildhall/domain/wire/schemas/write.js';
import { z } from 'zod';
import { changeSettings } from '../deliveries/change-settings.js';
import { limitPerMember } from '../http/operation-limits.js';
import { loadNotificationSettings } from '../notifications/notification-choices.js';
import { requireUser } from '../request/request-context.js';
import { route, tagRoutes } from './operation.js';

const choices = z.object(Object.fromEntries(notificationKinds.map((kind) => [kind, z.boolean().optional()])));

const changeOperation = { response: writeResponse, login: 'must-be-logged-in', keyless: true } as const;

export const notificationSettingRoutes = tagRoutes('Notifications', [
  route.get('/notifications/choices', {
    scope: null,
    summary: 'The kinds of notification that the caller receives',
    response: choicesResponse,
    login: 'must-be-logged-in',
    run: async (call, services) => {
      const { watch: _, ...choices } = (await loadNotificationSettings(services, requireUser(call))).page;
      return { cache: 'no-cache', body: choices };
    },
  }),
  route.put('/notifications/choices', {
    scope: null,
    summary:
      'Choose the kinds of notification to receive; `reply` includes watched threads; omitted kinds do not change',
    body: choices,
    ...changeOperation,
    limits: [limitPerMember('write')],
    run: async ({ body, ...call }, services) => {
      const page = { ...body, ...(body.reply !== undefined && { watch: body.reply }) };
      await changeSettings(services, requireUser(call), () => ({ page }));
      return { body: { success: true } };
    },
  }),
  route.get('/notifications/settings', {
    scope: null,
    summary: 'How the caller is notified of each kind: on the page, by email and on devices',
    response: settingsResponse,
    login: 'must-be-logged-in',
    run: async (call, services) => {
      const settings = await loadNotificationSettings(services, requireUser(call));
      return { cache: 'no-cache', body: settings };
    },
  }),
  route.put('/notifications/settings', {
    scope: null,
    summary: 'Choose how to be notified of each kind, and the time zone of digests; omitted fields do not change',
    body: notificationSettingsChange,
    ...changeOperation,
    limits: [limitPerMember('write')],
    run: async (call, services) => {
      await changeSettings(services, requireUser(call), () => call.body);
      return { body: { success: true } };
    },
  }),
]);
