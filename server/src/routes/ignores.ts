import { type PersonRow, personRow } from '@guildhall/domain/wire/schemas/members/members.js';
import { writeResponseWithId } from '@guildhall/domain/wire/schemas/write.js';
import { ignoredBefore } from '@guildhall/projections/views/ignores/queries.js';
import { z } from 'zod';
import { commandContext, requireUser } from '../request/request-context.js';
import type { Call } from '../http/operation.js';
import type { Services } from '../services.js';
import { route, tagged } from './operation.js';
import { perMember } from '../http/operation-limits.js';
import type { Result } from '../http/responses/result.js';
import { position, paging, cutPage } from '../request/paging.js';
import { memberIn } from './named-member.js';

const page = paging(position);

export const ignoreRoutes = tagged('Profiles', [
  route.get('/ignored', {
    summary: 'The members that the caller ignores, newest first',
    query: page,
    response: z.array(personRow),
    login: 'must-be-logged-in',
    run: async (call, services) => {
      const userId = requireUser(call);
      const { position } = await services.responses.begin(call);
      const { limit, cursor = null } = call.query;
      const found = await ignoredBefore(services.views.store, userId, cursor, limit + 1);
      const { page, cursor: next } = cutPage(found, limit);
      await services.directory.ensure(page.map(({ ignoredId }) => ignoredId));
      const people = page
        .filter(({ ignoredId }) => services.directory.isMember(ignoredId))
        .map(({ ignoredId }): PersonRow => {
          const { username, avatar_url, role } = services.directory.author(ignoredId);
          return { id: ignoredId, username, avatar_url, role };
        });
      return { cache: 'no-cache', position, cursor: next, body: people };
    },
  }),
  route.post('/profile/:username/ignore', {
    response: writeResponseWithId,
    summary: 'Ignore a member: their posts are hidden, without notifications',
    login: 'login-required',
    limits: [perMember('write')],
    run: (call, services) => set(services, call, 'Ignore'),
  }),
  route.post('/profile/:username/unignore', {
    response: writeResponseWithId,
    summary: 'Stop ignoring a member',
    login: 'login-required',
    limits: [perMember('write')],
    run: (call, services) => set(services, call, 'Unignore'),
  }),
]);

async function set(services: Services, call: Call<unknown>, type: 'Ignore' | 'Unignore'): Promise<Result> {
  const { id: ignoredId } = await memberIn(services, call);
  const context = commandContext(`${type.toLowerCase()} ${ignoredId}`, call);
  const handled = await services.commands.ignore({ type, ignoredId }, call.actor, context);
  return services.responses.written(handled, { id: ignoredId });
}
