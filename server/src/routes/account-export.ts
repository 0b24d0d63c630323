import { Refusal } from '@guildhall/domain/refusals.js';
import { exportOf } from '../export/archive.js';
import { requireUser } from '../request/request-context.js';
import { operation } from './operation.js';
import { perMember } from '../http/operation-limits.js';

export const accountExportRoutes = [
  operation({
    method: 'get',
    path: '/account/export',
    tag: 'Account',
    summary: 'Everything stored about your own account, as one archive',
    response: { contentType: 'application/json' },
    login: 'must-be-logged-in',
    limits: [perMember('export')],
    run: async (call, services) => {
      const account = await services.vault.account(requireUser(call));
      if (!account) throw new Refusal('not-found');
      const day = new Date().toISOString().slice(0, 10);
      return {
        cache: 'no-store',
        file: {
          name: `guildhall-${account.username}-${day}.json`,
          contentType: 'application/json; charset=utf-8',
          text: exportOf(services, account),
        },
      };
    },
  }),
];
