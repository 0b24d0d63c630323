import { z } from 'zod';
import { count, id, name, time } from '../fields.js';

const channel = z.enum(['email', 'push']);

const recipientFields = {
  id: name,
  user_id: id,
  username: name,
  channel,
  subject: z.enum(['thread', 'single', 'ban', 'hourly', 'daily', 'weekly']),
};

/** A waiting notification. Its content is decided when it is due. */
const deliveryRow = z.strictObject({
  ...recipientFields,
  due_at: time,
  attempts: count,
  /** Empty if no attempt has failed. */
  last_error: z.string(),
});
export type DeliveryRow = z.infer<typeof deliveryRow>;

/** A notification that could not be sent. Only the newest one per member and channel is listed. */
export const failedDeliveryRow = z.strictObject({
  ...recipientFields,
  attempts: count,
  failed_at: time,
  reason: z.string(),
});
export type FailedDeliveryRow = z.infer<typeof failedDeliveryRow>;

/** An address to which no notifications are sent because a mail server has refused it. */
export const emailPauseRow = z.strictObject({ user_id: id, username: name, at: time, reason: z.string() });
export type EmailPauseRow = z.infer<typeof emailPauseRow>;

export const deliveriesResponse = z.strictObject({
  channels: z.array(
    z.strictObject({
      channel,
      /** The number of waiting deliveries, including later days' digests. */
      pending: count,
      due: count,
      /** The earliest time at which one of them is or was due. */
      oldest_due_at: time.nullable(),
    }),
  ),
  deliveries: z.array(deliveryRow),
});
export type DeliveriesResponse = z.infer<typeof deliveriesResponse>;
