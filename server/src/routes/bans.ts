import { limits } from '@guildhall/domain/limits.js';
import { banOf } from '@guildhall/domain/staff/state.js';
import { type BanRow, banRow } from '@guildhall/domain/wire/schemas/staff/audit.js';
import { z } from 'zod';
import { type AsOf } from '../read-models/as-of.js';
import { operation, type Call, type Operation } from '../http/operation.js';
import { asOfQuery } from '../request/input.js';
import type { Result } from '../http/responses/result.js';
import { nextPage, positiveIntUpTo } from '../request/paging.js';
import type { Requester } from '../request/request-context.js';
import type { Directory } from '../read-models/members/directory.js';
import type { Texts } from '../vault/texts.js';

interface Dependencies {
  directory: Directory;
  texts: Texts;
  asOf: (requester: Requester, at: string | undefined) => Promise<AsOf>;
}

const listing = z.object({
  ...asOfQuery,
  limit: positiveIntUpTo(limits.listRows).default(limits.listRows),
  page: positiveIntUpTo(limits.listRows * limits.listRows).default(1),
});

export function banRoutes(services: Dependencies): Operation[] {
  return [
    operation({
      method: 'get',
      path: '/admin/bans',
      tag: 'Admin',
      summary: 'Banned members by name, now or at a point in time; a header says how many there are in all',
      query: listing,
      response: z.array(banRow),
      actions: ['ban', 'view-audit'],
      run: (call) => list(services, call),
    }),
  ];
}

/** For those who ban, and those who read the audit. Names are today's; members erased since are not listed. */
async function list(services: Dependencies, call: Call<unknown, z.infer<typeof listing>>): Promise<Result> {
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
  const rows = shown.map((ban): BanRow => ({ ...ban, reason: ban.reason && (opened.get(ban.reason)?.text ?? null) }));
  const links = nextPage(banned.length > page * limit ? String(page + 1) : null, 'page');
  return { cache: 'no-store', total: banned.length, links, body: rows };
}
