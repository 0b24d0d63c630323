import {
  toAccountDocument,
  findDueMails,
  foldLogin,
  toAccountName,
  findUnsentMails,
  type AccountDocument,
} from './account-record.js';
import type { Documents, Filter, FindOptions, VaultDocuments } from '../documents.js';
import type { AccountCalls } from './account.js';

export function createAccountCalls(
  documents: Documents<AccountDocument>,
  programs: Documents<VaultDocuments['programs']>,
): AccountCalls {
  const find = async (filter: Filter<AccountDocument>, options: FindOptions<AccountDocument> = {}) =>
    (await documents.find(filter, options)).flatMap(({ account }) => account ?? []);
  return {
    createAccount: async ({ key, ...account }) => {
      const conflict = await documents.insert(toAccountDocument(Buffer.from(key).toString('hex'), account));
      if (conflict === null) return 'created';
      return conflict === 'id' ? 'same-id' : toConflictOutcome(conflict);
    },
    findAccount: async (id) => (await documents.get(id))?.account ?? null,
    findAccountByLogin: async (login) => {
      const fold = foldLogin(login);
      const accounts = await Promise.all([find({ usernameFold: fold }), find({ emailFold: fold })]);
      return accounts.flat()[0] ?? null;
    },
    editAccount: async (id, change) => {
      let isErased = false;
      const outcome = await documents.edit(id, ({ key, account }) => {
        isErased = account === null;
        const changes = account && change(account);
        return changes && toAccountDocument(key, { ...account, ...changes });
      });
      if (isErased) return 'missing';
      return outcome === 'changed' || outcome === 'unchanged' || outcome === 'missing'
        ? outcome
        : toConflictOutcome(outcome);
    },
    listAccountNames: async (afterId, limit) =>
      (await find({ id: { gt: afterId }, createdAt: { ne: null } }, { limit })).map(toAccountName),
    findAccountNames: async (ids) => (await find({ id: { in: ids } })).map(toAccountName),
    findStaleAccounts: (state, beforeTime, limit) => {
      const flag = state === 'unregistered' ? { registered: false } : { verified: false };
      return find({ ...flag, createdAt: { lt: beforeTime } }, { orderBy: 'createdAt', limit });
    },
    // `> ''` matches all timestamps but never null, in every store.
    findDueMails: async (now, limit) =>
      findDueMails(await find({ mailDueAt: { lte: now, gt: '' } }, { orderBy: 'mailDueAt', limit }), now, limit),
    findUnsentMails: async (limit) =>
      findUnsentMails(await find({ mailUnsentAt: { gt: '' } }, { orderBy: 'mailUnsentAt', limit }), limit),
    findPausedAccounts: async (beforeOrder, limit) => {
      const emailPausedAt = { gt: '', ...(beforeOrder !== null && { lt: beforeOrder }) };
      const pausedAccounts = await documents.find(
        { emailPausedAt },
        { orderBy: 'emailPausedAt', newestFirst: true, limit },
      );
      return pausedAccounts.flatMap(({ account, emailPausedAt: order }) =>
        account && order ? { account, order } : [],
      );
    },
    findAuthorKeys: async (ids) => {
      const members = await documents.find({ id: { in: ids } });
      const otherIds = ids.filter((id) => !members.some((member) => member.id === id));
      const otherAuthors = otherIds.length === 0 ? [] : await programs.find({ id: { in: otherIds } });
      return new Map([...members, ...otherAuthors].map(({ id, key }) => [id, new Uint8Array(Buffer.from(key, 'hex'))]));
    },
  };
}

const toConflictOutcome = (field: keyof AccountDocument) =>
  field === 'usernameFold' ? 'username-taken' : 'email-taken';
