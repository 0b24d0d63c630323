import { Refusal } from '@guildhall/domain/refusals.js';
import type { Call } from '../http/operation.js';
import type { Services } from '../services.js';
import type { AccountName } from '../vault/account/account.js';

/** Finds a member by current or former name, ignoring case. @throws Refusal profile-not-found */
export async function findMember({ directory }: Services, { params }: Pick<Call, 'params'>): Promise<AccountName> {
  const username = String(params.username);
  const id = directory.findId(username) ?? directory.findMemberId(username);
  if (id !== null) await directory.ensure([id]);
  const account = id === null || !directory.isMember(id) ? null : directory.findAccount(id);
  if (!account) throw new Refusal('profile-not-found');
  return account;
}
