import { Refusal } from '@guildhall/domain/refusals.js';
import { exportOf } from '../export/archive.js';
import { requireUser } from '../request/request-context.js';
import { operation, type Call, type Operation } from '../http/operation.js';
import { perMember } from '../http/operation-limits.js';
import type { Result } from '../http/responses/result.js';
import type { Services } from '../services.js';
import type { Account } from '../vault/vault.js';

export function accountExportRoutes(services: Services): Operation[] {
  const archiveOf = (account: Account) => exportOf(services, account);
  return [
    operation({
      method: 'get',
      path: '/account/export',
      tag: 'Account',
      summary: 'Everything stored about your own account, as one archive',
      response: { contentType: 'application/json' },
      login: 'must-be-logged-in',
      limits: [perMember('export')],
      run: (call) => exportAccount(services, archiveOf, call),
    }),
  ];
}

async function exportAccount(
  services: Pick<Services, 'vault'>,
  archiveOf: (account: Account) => AsyncIterable<string>,
  call: Call,
): Promise<Result> {
  const userId = requireUser(call);
  const account = await services.vault.account(userId);
  if (!account) throw new Refusal('not-found');
  const day = new Date().toISOString().slice(0, 10);
  return {
    cache: 'no-store',
    file: {
      name: `guildhall-${account.username}-${day}.json`,
      contentType: 'application/json; charset=utf-8',
      text: archiveOf(account),
    },
  };
}
