import { limits } from '@guildhall/domain/limits.js';
import { banOf } from '@guildhall/domain/staff/state.js';
import { type BanRow, banRow } from '@guildhall/domain/wire/schemas/staff/audit.js';
import { z } from 'zod';
import { operation } from './operation.js';
import { asOfQuery } from '../request/input.js';
import { nextPage, positiveIntUpTo } from '../request/paging.js';

const listing = z.object({
  ...asOfQuery,
  limit: positiveIntUpTo(limits.listRows).default(limits.listRows),
  page: positiveIntUpTo(limits.listRows * limits.listRows).default(1),
});

export const banRoutes = [
  operation({
    method: 'get',
    path: '/admin/bans',
    tag: 'Admin',
    summary: 'Banned members by name, now or at a point in time; a header says how many there are in all',
    query: listing,
    response: z.array(banRow),
    actions: ['ban', 'view-audit'],
    /** For those who ban, and those who read the audit. Names are today's; members erased since are not listed. */
    run: async (call, services) => {
      const { at, limit, page } = call.query;
      const { policy, now } = await services.asOf(call, at);
      const banned = [...policy.staff.bans.keys()]
        .flatMap((userId) => {
          const ban = banOf(policy.staff, userId, now);
          const username = services.directory.account(userId)?.username;
          return ban && username ? [{ user_id: userId, username, ...ban }] : [];
        })
        .sort((a, b) => (a.username.toLowerCase() < b.username.toLowerCase() ? -1 : 1));
      const shown = banned.slice((page - 1) * limit, page * limit);
      const opened = await services.texts.open(shown.flatMap(({ reason }) => reason ?? []));
      const rows = shown.map((ban): BanRow => ({
        ...ban,
        reason: ban.reason && (opened.get(ban.reason)?.text ?? null),
      }));
      const links = nextPage(banned.length > page * limit ? String(page + 1) : null, 'page');
      return { cache: 'no-store', total: banned.length, links, body: rows };
    },
  }),
];
