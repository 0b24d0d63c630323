import { Refusal } from '@guildhall/domain/refusals.js';
import { memberById, membersByPosts } from '@guildhall/projections/members/queries.js';
import { limits } from '@guildhall/domain/limits.js';
import { z } from 'zod';
import { memberStat, userName } from '../answers/members.js';
import { idIn } from '../input.js';
import { operation, type Call, type Operation } from '../operation.js';
import { reading, rows, type Reading } from '../paging.js';
import type { Parts } from '../parts.js';
import { answerShared } from '../shared-answers.js';

export function memberRoutes(parts: Parts): Operation[] {
  return [
    operation({
      method: 'get',
      path: '/forums/member-stats',
      tag: 'Members',
      summary: 'The members by number of posts, ties by name',
      query: rows,
      answer: z.array(memberStat),
      run: (call) => memberStats(parts, call),
    }),
    operation({
      method: 'get',
      path: '/forums/users/:id',
      tag: 'Members',
      summary: 'The name of a member',
      query: reading,
      answer: userName,
      run: (call) => nameOf(parts, call),
    }),
    operation({
      method: 'get',
      path: '/usernames',
      tag: 'Members',
      summary: 'The names of all members',
      query: reading,
      answer: z.array(z.string()),
      run: (call) => usernames(parts, call),
    }),
  ];
}

async function memberStats(parts: Parts, call: Call<unknown, z.infer<typeof rows>>): Promise<void> {
  const { limit } = call.query;
  await answerShared(parts, call, async () => {
    const members = await membersByPosts(parts.views.store, limit);
    await parts.directory.ensure(members.map(({ id }) => id));
    const stats = members.map(({ id, posts }) => {
      const { username, avatar_url, role } = parts.directory.author(id);
      return { id, username, posts, avatar_url, role };
    });
    return { rows: stats.sort((a, b) => b.posts - a.posts || (a.username < b.username ? -1 : 1)) };
  });
}

async function nameOf(parts: Parts, call: Call<unknown, Reading>): Promise<void> {
  const id = idIn(call.req.params.id);
  await answerShared(parts, call, async () => {
    await parts.directory.ensure([id]);
    const member = await memberById(parts.views.store, id);
    if (!member?.listed) throw new Refusal('not-found');
    return { rows: { id, username: parts.directory.nameOf(id) } };
  });
}

async function usernames(parts: Parts, call: Call<unknown, Reading>): Promise<void> {
  await answerShared(parts, call, async () => {
    const members = await membersByPosts(parts.views.store, limits.listRows);
    await parts.directory.ensure(members.map(({ id }) => id));
    return { rows: members.map(({ id }) => parts.directory.nameOf(id)) };
  });
}
