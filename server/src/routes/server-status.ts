import { serverStatus, type ServerStatusResponse } from '@guildhall/domain/wire/schemas/staff/server-status.js';
import { operation, type Operation } from '../http/operation.js';
import type { Result } from '../http/responses/result.js';
import { mailDelivery } from '../mail/mail.js';
import type { Services } from '../services.js';

export function serverStatusRoutes(services: Services): Operation[] {
  return [
    operation({
      method: 'get',
      path: '/admin/server',
      tag: 'Admin',
      summary: 'The state of the server that responds, and its main figures',
      actions: ['manage-projections'],
      response: serverStatus,
      run: () => read(services),
    }),
  ];
}

async function read({
  env,
  forwardedAddresses,
  metrics,
}: Pick<Services, 'env' | 'forwardedAddresses' | 'metrics'>): Promise<Result> {
  const { readings, ...counts } = await metrics.figures();
  const body: ServerStatusResponse = {
    forwarded_address: forwardedAddresses.state,
    mail_delivery: mailDelivery(env),
    up_seconds: Math.floor(process.uptime()),
    memory_bytes: process.memoryUsage.rss(),
    ...counts,
    live_sockets: readings.live_sockets,
    projection_lag_seconds: readings.projection_lag_seconds,
    passwords_waiting: readings.passwords_waiting,
    pictures_waiting: readings.pictures_waiting,
    mails_waiting: readings.mails_waiting,
  };
  return { body };
}
