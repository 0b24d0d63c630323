import { Refusal } from '@guildhall/domain/refusals.js';
import type { PermissionEntry } from '@guildhall/domain/permissions.js';
import {
  getEntries,
  deriveEntryId,
  getPlace,
  listPlaces,
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
import { parseIfMatch } from '../http/if-match.js';
import { offsetPaging, paginateInMemory } from '../request/paging.js';
import { asOfQuery, flag, id, optionalId } from '../request/input.js';
import { route, tagRoutes } from './operation.js';
import { runOnId, runWithReason } from './run-with-reason.js';
import { limitPerMember } from '../http/operation-limits.js';
import { findPlaceByName } from '../policy/place-named.js';
import { reasonBody, reasonField } from '../staff/reason.js';

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
const entryBody = z.object({
  section_id: optionalId.describe('Required unless `subsection_id` is sent'),
  subsection_id: optionalId,
  ...entry,
  ...reasonField,
});
const place = z.object({ section_id: optionalId, subsection_id: optionalId, ...asOfQuery });
const listQuery = place.extend(offsetPaging);

const path = '/forums/permissions';

const write = { actions: ['manage-structure'], limits: [limitPerMember('staff')] } as const;

export const permissionRoutes = tagRoutes('Forums', [
  route.get(path, {
    scope: 'read',
    summary: 'The permission entries of all places, or of one',
    query: listQuery,
    response: z.array(permissionEntry),
    actions: ['manage-structure'],
    run: async (call, services) => {
      const { structure } = (await services.loadAsOf(call, call.query.at)).policy;
      const { section_id, subsection_id } = call.query;
      const isSinglePlace = section_id !== null || subsection_id !== null;
      const places = isSinglePlace ? [requirePlace(structure, call.query)] : listPlaces(structure);
      const { rows, cursor } = await paginateInMemory(getEntries(structure, places), call.query, (some) =>
        some.map(buildRow),
      );
      return { cache: 'no-cache', cursor, body: rows };
    },
  }),
  route.get(`${path}/matrix`, {
    scope: 'read',
    summary: "One place's permission entries, with the version to send when saving them",
    query: place,
    response: matrixResponse,
    actions: ['manage-structure'],
    needsPlace: true,
    run: async (call, services) => {
      const { structure } = (await services.loadAsOf(call, call.query.at)).policy;
      const namedPlace = requirePlace(structure, call.query);
      const { section, subsection } = getPlace(structure, namedPlace) ?? {};
      return {
        cache: 'no-cache',
        body: {
          section_id: namedPlace.sectionId,
          subsection_id: namedPlace.subsectionId,
          version: (subsection ?? section)?.entriesVersion,
          entries: getEntries(structure, [namedPlace]).map(buildRow),
        },
      };
    },
  }),
  route.post(path, {
    scope: 'write:site',
    ...write,
    summary: 'Set what one role may do in a section or subsection',
    body: entryBody,
    response: writeResponseWithId,
    status: 201,
    needsPlace: true,
    run: async (call, services) => {
      const { section_id, subsection_id, role_id: roleId, reason, ...flags } = call.body;
      const place = requirePlace(services.policy.structure, { section_id, subsection_id });
      const command = { type: 'SetPermission', place, roleId, entry: { roleId, ...flags } } as const;
      return runWithReason(
        services,
        call,
        { name: `set-permission ${deriveEntryId(place, roleId)}`, id: deriveEntryId(place, roleId) },
        (context) => services.commands.structure(command, call.actor, context),
      );
    },
  }),
  route.delete(`${path}/:id`, {
    scope: 'write:site',
    ...write,
    summary: 'Remove an entry: the role then inherits from Member there',
    body: reasonBody,
    response: writeResponseWithId,
    run: (call, services) =>
      runOnId(services, call, 'remove-permission', (context, entryId) =>
        services.commands.structure({ type: 'RemovePermission', entryId }, call.actor, context),
      ),
  }),
  route.put(path, {
    scope: 'write:site',
    ...write,
    summary: "Save all of a section's or subsection's permissions together",
    body: matrixBody,
    ifMatch: true,
    response: writeResponse,
    run: async (call, services) => {
      const { section_id: sectionId, subsection_id: subsectionId } = call.body;
      refuseMismatch(services.policy.structure, call.body);
      const entries = call.body.entries.map(({ role_id: roleId, ...flags }) => ({ roleId, ...flags }));
      const place = { sectionId, subsectionId };
      const command = { type: 'SetPermissions', place, entries, ifVersions: parseIfMatch(call) } as const;
      return runWithReason(services, call, { name: `set-permissions ${subsectionId ?? sectionId}` }, (context) =>
        services.commands.structure(command, call.actor, context),
      );
    },
  }),
]);

function buildRow({
  place,
  entry: { roleId, ...flags },
}: {
  place: Place;
  entry: PermissionEntry;
}): PermissionEntryRow {
  return {
    id: deriveEntryId(place, roleId),
    section_id: place.subsectionId === null ? place.sectionId : null,
    subsection_id: place.subsectionId,
    role_id: roleId,
    ...flags,
  };
}

type PlaceQuery = Parameters<typeof findPlaceByName>[1];

function refuseMismatch(structure: Readonly<StructureState>, { section_id, subsection_id }: PlaceQuery): void {
  const subsection = subsection_id === null ? undefined : structure.subsections.get(subsection_id);
  if (section_id === null || !subsection || subsection.sectionId === section_id) return;
  throw new Refusal('validation', 'subsection_id', 'subsection_id: is not in that section');
}

function requirePlace(structure: Readonly<StructureState>, query: PlaceQuery): Place {
  refuseMismatch(structure, query);
  const place = findPlaceByName(structure, query);
  if (!getPlace(structure, place)) throw new Refusal('not-found');
  return place;
}
