import { serverStatus, type ServerStatusResponse } from '@guildhall/domain/wire/schemas/staff/server-status.js';
import { operation } from './operation.js';
import { mailDelivery } from '../mail/mail.js';

export const serverStatusRoutes = [
  operation({
    method: 'get',
    path: '/admin/server',
    tag: 'Admin',
    summary: 'The state of the server that responds, and its main figures',
    actions: ['manage-projections'],
    response: serverStatus,
    run: async (_call, { env, forwardedAddresses, metrics }) => {
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
    },
  }),
];
