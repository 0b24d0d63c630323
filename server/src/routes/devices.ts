import { deviceId, devicesResponse, newDevice } from '@guildhall/domain/wire/schemas/members/devices.js';
import { writeResponse } from '@guildhall/domain/wire/schemas/write.js';
import { limitPerMember } from '../http/operation-limits.js';
import { requireUser } from '../request/request-context.js';
import { route, tagRoutes } from './operation.js';

const path = '/notifications/devices';

export const deviceRoutes = tagRoutes('Notifications', [
  route.get(path, {
    summary: "The caller's devices that receive push notifications, oldest first, and the key for adding one",
    response: devicesResponse,
    login: 'must-be-logged-in',
    scope: null,
    run: async (call, { pushDevices }) => {
      const userId = requireUser(call);
      return { cache: 'no-store', body: await pushDevices.list(userId, call.identity?.sessionId) };
    },
  }),
  route.post(path, {
    summary:
      'Push notifications to this browser until its session ends; the body is a subscription as browsers create it',
    body: newDevice,
    response: writeResponse.extend({ id: deviceId }),
    status: 201,
    login: 'must-be-logged-in',
    scope: null,
    keyless: true,
    limits: [limitPerMember('session')],
    run: async (call, { pushDevices }) => {
      const userId = requireUser(call);
      const sessionId = call.identity?.sessionId ?? '';
      const id = await pushDevices.add(userId, sessionId, call.body, call.header('user-agent') ?? '');
      return { body: { success: true, id } };
    },
  }),
  route.delete(`${path}/:id`, {
    summary: "Remove one of the caller's devices, which then receives no notifications",
    pathId: deviceId,
    response: writeResponse,
    login: 'must-be-logged-in',
    scope: null,
    keyless: true,
    limits: [limitPerMember('session')],
    run: async (call, { pushDevices }) => {
      await pushDevices.remove(requireUser(call), call.params.id ?? '');
      return { body: { success: true } };
    },
  }),
]);
