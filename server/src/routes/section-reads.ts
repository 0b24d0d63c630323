import { can } from '@guildhall/domain/permissions.js';
import { Refusal } from '@guildhall/domain/refusals.js';
import { listSections, listSubsections } from '@guildhall/domain/structure/state.js';
import { sectionRow, subsectionRow } from '@guildhall/domain/wire/schemas/forum/sections.js';
import { z } from 'zod';
import { asOfQuery, parseId } from '../request/input.js';
import { route, tagRoutes } from './operation.js';
import { readQuery, offsetPaging, queryFlag, paginateInMemory } from '../request/paging.js';
import { VisiblePlaces } from '../read-models/place-rows.js';

const page = readQuery.extend(offsetPaging);
const listQuery = page.extend({
  ...asOfQuery,
  deleted: queryFlag.default(false).describe('Also returns deleted ones; for Admins only'),
});

export const sectionReads = tagRoutes('Forums', [
  route.get('/forums/sections', {
    scope: 'read',
    summary: 'The sections and subsections that the caller can see',
    query: listQuery,
    response: z.array(sectionRow),
    run: async (call, services) => {
      const deleted = call.query.deleted && can(call.actor, 'manage-structure');
      return services.responses.respondShared(
        call,
        async () => {
          const { policy } = await services.loadAsOf(call, call.query.at);
          const placeRows = new VisiblePlaces(
            { views: services.views, rows: services.rows, policy },
            call.actor,
            deleted,
          );
          await placeRows.load();
          const { structure } = policy;
          const sections = deleted ? [...structure.sections.values()] : listSections(structure);
          return paginateInMemory(
            sections.flatMap((section) => placeRows.buildSection(section) ?? []),
            call.query,
            (some) => [...some],
          );
        },
        'forum',
      );
    },
  }),
  route.get('/forums/subsections/:id', {
    scope: 'read',
    summary: "A section's subsections",
    query: page,
    response: z.array(subsectionRow),
    run: async (call, services) => {
      const sectionId = parseId(call.params.id);
      return services.responses.respondShared(
        call,
        async () => {
          if (!services.policy.mayView(call.actor, { sectionId, subsectionId: null })) throw new Refusal('not-found');
          const placeRows = new VisiblePlaces(services, call.actor);
          await placeRows.load();
          const subsections = listSubsections(services.policy.structure, sectionId);
          const rows = subsections.flatMap((subsection) => placeRows.buildSubsection(subsection) ?? []);
          return paginateInMemory(rows, call.query, (some) => [...some]);
        },
        'forum',
      );
    },
  }),
]);
