import { Refusal } from '@guildhall/domain/refusals.js';
import type { PermissionEntry } from '@guildhall/domain/permissions.js';
import {
  entriesIn,
  entryIdOf,
  placeIn,
  placesOf,
  type Place,
  type StructureState,
} from '@guildhall/domain/structure/state.js';
import {
  matrixResponse,
  permissionEntry,
  type PermissionEntryRow,
} from '@guildhall/domain/wire/schemas/staff/roles.js';
import { writeResponse, writeResponseWithId } from '@guildhall/domain/wire/schemas/write.js';
import { z } from 'zod';
import { type AsOf } from '../read-models/as-of.js';
import { versionIn } from '../http/if-match.js';
import { nextPage, offsetPaging, pageInMemory } from '../request/paging.js';
import { asOfQuery, flag, id, idIn, optionalId } from '../request/input.js';
import { operation, type Call, type Operation } from '../http/operation.js';
import { perMember } from '../http/operation-limits.js';
import type { Result } from '../http/responses/result.js';
import type { Requester } from '../request/request-context.js';
import type { Policy } from '../policy/policy.js';
import type { Commands } from '../commands/commands.js';
import type { Responses } from '../http/responses/responses.js';
import type { Texts } from '../vault/texts.js';
import { placeNamed } from '../policy/place-named.js';
import { reasonField, contextWithReason } from '../staff/reason.js';

interface Dependencies {
  responses: Responses;
  policy: Policy;
  texts: Texts;
  asOf: (requester: Requester, at: string | undefined) => Promise<AsOf>;
  commands: Commands;
}

const entry = {
  role_id: id,
  can_view: flag,
  can_post: flag,
  can_reply: flag,
  can_delete_post: flag,
  can_emoji_react: flag,
};
const matrixBody = z.object({
  section_id: id,
  subsection_id: optionalId,
  entries: z.array(z.object(entry)).max(100),
  ...reasonField,
});
const entryBody = z.object({ section_id: optionalId, subsection_id: optionalId, ...entry, ...reasonField });
const place = z.object({ section_id: optionalId, subsection_id: optionalId, ...asOfQuery });
const listing = place.extend(offsetPaging);
const justified = z.object(reasonField);

const path = '/forums/permissions';

export function permissionRoutes(services: Dependencies): Operation[] {
  return [...readingRoutes(services), ...writingRoutes(services)];
}

function readingRoutes(services: Dependencies): Operation[] {
  return [
    operation({
      method: 'get',
      path,
      tag: 'Forums',
      summary: 'The permission entries of all places, or of one',
      query: listing,
      response: z.array(permissionEntry),
      actions: ['manage-structure'],
      run: (call) => list(services, call),
    }),
    operation({
      method: 'get',
      path: `${path}/matrix`,
      tag: 'Forums',
      summary: 'The permission entries of one place, with the version to name when saving them',
      query: place,
      response: matrixResponse,
      actions: ['manage-structure'],
      needsPlace: true,
      run: (call) => matrix(services, call),
    }),
  ];
}

function writingRoutes(services: Dependencies): Operation[] {
  return [
    operation({
      method: 'post',
      path,
      tag: 'Forums',
      summary: 'Set what one role may do in a section or subsection',
      body: entryBody,
      response: writeResponseWithId,
      status: 201,
      actions: ['manage-structure'],
      limits: [perMember('staff')],
      needsPlace: true,
      run: (call) => setEntry(services, call),
    }),
    operation({
      method: 'delete',
      path: `${path}/:id`,
      tag: 'Forums',
      summary: 'Remove an entry: the role inherits from Member there',
      body: justified,
      response: writeResponseWithId,
      actions: ['manage-structure'],
      limits: [perMember('staff')],
      run: (call) => removeEntry(services, call),
    }),
    operation({
      method: 'put',
      path,
      tag: 'Forums',
      summary: 'Save all permissions of a section or subsection at once',
      body: matrixBody,
      ifMatch: true,
      response: writeResponse,
      actions: ['manage-structure'],
      limits: [perMember('staff')],
      run: (call) => setMatrix(services, call),
    }),
  ];
}

function rowOf({ place, entry: { roleId, ...flags } }: { place: Place; entry: PermissionEntry }): PermissionEntryRow {
  return {
    id: entryIdOf(place, roleId),
    section_id: place.subsectionId === null ? place.sectionId : null,
    subsection_id: place.subsectionId,
    role_id: roleId,
    ...flags,
  };
}

type Named = Parameters<typeof placeNamed>[1];

/** @throws Refusal validation for a subsection of another section */
function refuseMismatch(structure: Readonly<StructureState>, { section_id, subsection_id }: Named): void {
  const subsection = subsection_id === null ? undefined : structure.subsections.get(subsection_id);
  if (section_id === null || !subsection || subsection.sectionId === section_id) return;
  throw new Refusal('validation', 'subsection_id', 'subsection_id: is not in that section');
}

/** @throws Refusal as `placeNamed` and `refuseMismatch` do, and not-found for a place that does not exist */
function requirePlace(structure: Readonly<StructureState>, named: Named): Place {
  refuseMismatch(structure, named);
  const place = placeNamed(structure, named);
  if (!placeIn(structure, place)) throw new Refusal('not-found');
  return place;
}

async function list(services: Dependencies, call: Call<unknown, z.infer<typeof listing>>): Promise<Result> {
  const { structure } = (await services.asOf(call, call.query.at)).policy;
  const { section_id, subsection_id } = call.query;
  const one = section_id !== null || subsection_id !== null;
  const places = one ? [requirePlace(structure, call.query)] : placesOf(structure);
  const { rows, cursor } = await pageInMemory(entriesIn(structure, places), call.query, (some) => some.map(rowOf));
  return { cache: 'no-cache', links: nextPage(cursor), body: rows };
}

async function matrix(services: Dependencies, call: Call<unknown, z.infer<typeof place>>): Promise<Result> {
  const { structure } = (await services.asOf(call, call.query.at)).policy;
  const named = requirePlace(structure, call.query);
  const { section, subsection } = placeIn(structure, named) ?? {};
  return {
    cache: 'no-cache',
    body: {
      section_id: named.sectionId,
      subsection_id: named.subsectionId,
      version: (subsection ?? section)?.entriesVersion,
      entries: entriesIn(structure, [named]).map(rowOf),
    },
  };
}

async function setEntry(services: Dependencies, call: Call<z.infer<typeof entryBody>>): Promise<Result> {
  const { section_id, subsection_id, role_id: roleId, reason, ...flags } = call.body;
  const place = requirePlace(services.policy.structure, { section_id, subsection_id });
  const context = await contextWithReason(services, call, `set-permission ${entryIdOf(place, roleId)}`, reason, null);
  const command = { type: 'SetPermission', place, roleId, entry: { roleId, ...flags } } as const;
  const handled = await services.commands.structure(command, call.actor, context);
  return services.responses.written(handled, { id: entryIdOf(place, roleId), acts: handled.eventIds });
}

async function removeEntry(services: Dependencies, call: Call<z.infer<typeof justified>>): Promise<Result> {
  const entryId = idIn(call.params.id);
  const context = await contextWithReason(services, call, `remove-permission ${entryId}`, call.body.reason, null);
  const command = { type: 'RemovePermission', entryId } as const;
  const handled = await services.commands.structure(command, call.actor, context);
  return services.responses.written(handled, { id: entryId, acts: handled.eventIds });
}

async function setMatrix(services: Dependencies, call: Call<z.infer<typeof matrixBody>>): Promise<Result> {
  const { section_id: sectionId, subsection_id: subsectionId, reason } = call.body;
  refuseMismatch(services.policy.structure, call.body);
  const entries = call.body.entries.map(({ role_id: roleId, ...flags }) => ({ roleId, ...flags }));
  const context = await contextWithReason(services, call, `set-permissions ${subsectionId ?? sectionId}`, reason, null);
  const place = { sectionId, subsectionId };
  const command = { type: 'SetPermissions', place, entries, ifVersion: versionIn(call) } as const;
  const handled = await services.commands.structure(command, call.actor, context);
  return services.responses.written(handled, { acts: handled.eventIds });
}
