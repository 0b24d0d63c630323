import { personRow } from '@guildhall/domain/wire/schemas/members/members.js';
import { writeResponseWithId } from '@guildhall/domain/wire/schemas/write.js';
import { findIgnoredMembersBefore, findMutedMembersBefore } from '@guildhall/projections/views/ignores/queries.js';
import { z } from 'zod';
import { toCommandContext, requireUser } from '../request/request-context.js';
import { route, tagRoutes } from './operation.js';
import { limitPerMember } from '../http/operation-limits.js';
import { position, createPagingSchema, queryPage } from '../request/paging.js';
import { findMember } from './named-member.js';

const page = createPagingSchema(position);

const lists = [
  ['/ignored', 'The members whom the caller ignores, newest first', findIgnoredMembersBefore],
  ['/muted', 'The members who cause no notifications for the caller, newest first', findMutedMembersBefore],
] as const;

const summaries = {
  Ignore: 'Ignore a member: their posts are hidden and cause no notifications',
  Unignore: 'Stop ignoring a member',
  Mute: 'Mute a member: nothing that they do causes notifications, but their posts remain visible',
  Unmute: 'Stop muting a member',
};

export const ignoreRoutes = tagRoutes('Profiles', [
  ...lists.map(([path, summary, membersBefore]) =>
    route.get(path, {
      scope: null,
      summary,
      query: page,
      response: z.array(personRow),
      login: 'must-be-logged-in',
      run: async (call, services) => {
        const userId = requireUser(call);
        const { position } = await services.responses.begin(call);
        const { page, cursor } = await queryPage(call.query, (beforeOrder, count) =>
          membersBefore(services.views.store, userId, beforeOrder, count),
        );
        await services.directory.ensure(page.map(({ ignoredId }) => ignoredId));
        const members = page
          .filter(({ ignoredId }) => services.directory.isMember(ignoredId))
          .map(({ ignoredId }) => services.directory.getPerson(ignoredId));
        return { cache: 'no-cache', position, cursor, body: members };
      },
    }),
  ),
  ...(['Ignore', 'Unignore', 'Mute', 'Unmute'] as const).map((type) =>
    route.post(`/profile/:username/${type.toLowerCase()}`, {
      scope: null,
      response: writeResponseWithId,
      summary: summaries[type],
      login: 'login-required',
      limits: [limitPerMember('write')],
      run: async (call, services) => {
        const { id: memberId } = await findMember(services, call);
        const context = toCommandContext(`${type.toLowerCase()} ${memberId}`, call);
        const commandResult = await services.commands.ignore({ type, memberId }, call.actor, context);
        return services.responses.respondToWrite(commandResult, { id: memberId });
      },
    }),
  ),
]);
