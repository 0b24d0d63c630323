import { z } from 'zod';
import { limits } from '../../../limits.js';
import { name, time } from '../fields.js';

const createBase64Schema = (bytes: number) => {
  const length = Math.ceil((bytes * 4) / 3);
  return z.base64url().min(length).max(length);
};

/** The SHA-256 of the device's endpoint. */
export const deviceId = createBase64Schema(32);

/** What `PushSubscription.toJSON()` returns in a browser (Push API). Other fields are ignored. */
export const newDevice = z.object({
  endpoint: z.url({ protocol: /^https?$/ }).max(limits.deviceEndpoint),
  keys: z.object({ p256dh: createBase64Schema(65), auth: createBase64Schema(16) }),
});
export type NewDevice = z.infer<typeof newDevice>;

const deviceRow = z
  .strictObject({
    id: deviceId,
    user_agent: z.string(),
    created_at: time,
    /** Whether the caller's session added the device. */
    current: z.boolean(),
  })
  .meta({ id: 'Device' });
export type DeviceRow = z.infer<typeof deviceRow>;

/** `key` is the `applicationServerKey` that a browser subscribes with. */
export const devicesResponse = z.strictObject({ key: name, devices: z.array(deviceRow).max(limits.devices) });
export type DevicesResponse = z.infer<typeof devicesResponse>;
