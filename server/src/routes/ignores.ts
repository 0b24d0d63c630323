import type { PersonRow } from '@guildhall/domain/wire/profiles.js';
import { ignoredBy } from '@guildhall/projections/views/ignores/queries.js';
import { z } from 'zod';
import { personRow } from '../answers/profiles.js';
import { writeAnswerWithId } from '../answers/write.js';
import { commandContext, operation, requireUser, type Call, type Operation } from '../http/operation.js';
import type { Result } from '../http/result.js';
import { rows } from '../http/paging.js';
import type { Services } from '../services.js';
import { memberIn } from './profiles.js';

export function ignoreRoutes(parts: Services): Operation[] {
  const written = { method: 'post', tag: 'Profiles', answer: writeAnswerWithId } as const;
  return [
    operation({
      method: 'get',
      path: '/ignored',
      tag: 'Profiles',
      summary: 'Whom the asking person ignores, the newest first',
      query: rows,
      answer: z.array(personRow),
      run: (call) => list(parts, call),
    }),
    operation({
      ...written,
      path: '/profile/:username/ignore',
      summary: 'Ignore a member: fold away what he writes, and be told of none of it',
      run: (call) => set(parts, call, 'Ignore'),
    }),
    operation({
      ...written,
      path: '/profile/:username/unignore',
      summary: 'Ignore a member no longer',
      run: (call) => set(parts, call, 'Unignore'),
    }),
  ];
}

async function list(parts: Services, call: Call<unknown, z.infer<typeof rows>>): Promise<Result> {
  const userId = requireUser(call);
  const { position } = await parts.responses.begin(call);
  const found = await ignoredBy(parts.views.store, userId, call.query.limit);
  await parts.directory.ensure(found.map(({ ignoredId }) => ignoredId));
  const people = found
    .filter(({ ignoredId }) => parts.directory.isMember(ignoredId))
    .map(({ ignoredId }): PersonRow => {
      const { username, avatar_url, role } = parts.directory.author(ignoredId);
      return { id: ignoredId, username, avatar_url, role };
    });
  return { cache: 'no-store', position, body: people };
}

async function set(parts: Services, call: Call<unknown>, type: 'Ignore' | 'Unignore'): Promise<Result> {
  const userId = requireUser(call, 'login-required');
  await parts.limits.take('write', String(userId));
  const { id: ignoredId } = await memberIn(parts, call);
  const context = commandContext(`${type.toLowerCase()} ${ignoredId}`, call);
  const handled = await parts.commands.ignore({ type, ignoredId }, call.actor, context);
  return parts.responses.written(handled, { id: ignoredId });
}
