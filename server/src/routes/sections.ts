import { aggregateIdOf } from '@guildhall/domain/ids.js';
import { limits } from '@guildhall/domain/limits.js';
import { can } from '@guildhall/domain/permissions.js';
import { Refusal } from '@guildhall/domain/refusals.js';
import { sectionsOf, subsectionsOf } from '@guildhall/domain/structure/state.js';
import { sectionRow, subsectionRow } from '@guildhall/domain/wire/schemas/sections.js';
import { writeResponseWithId } from '@guildhall/domain/wire/schemas/write.js';
import { z } from 'zod';
import { versionIn } from '../http/if-match.js';
import { asOfQuery, flag, id, idIn, optionalText, text } from '../http/input.js';
import { operation, type Call, type Operation } from '../http/operation.js';
import type { Result } from '../http/result.js';
import { queryFlag, readQuery, type ReadQuery } from '../http/paging.js';
import type { Services } from '../services.js';
import { PlaceRows } from '../read-models/place-rows.js';
import { reasonField } from '../staff/reason.js';
import { requireAnyAction, staffContext } from '../staff/staff-calls.js';

type Writes = Pick<Services, 'responses' | 'texts' | 'commands'>;

const name = text('name-required', 'name-too-long', limits.sectionName.max).refine(
  (value) => !/[\p{Cc}/\\?#]/u.test(value),
  { error: 'must not contain control characters or / \\ ? #' },
);
const described = {
  name,
  display_name: name.optional(),
  description: optionalText(limits.description.max).default(''),
  icon: z.string().default('default'),
  ...reasonField,
};
const sectionBody = z.object({ ...described, allow_threads_direct: flag.default(true) });
const justified = z.object(reasonField);
type WithReason = z.infer<typeof justified>;
const listing = readQuery.extend({
  ...asOfQuery,
  deleted: queryFlag.default(false).describe('Also those that were deleted; for Admins, nobody else has any'),
});
const subsectionBody = z.object({ ...described, section_id: id });
export function sectionRoutes(services: Services): Operation[] {
  return [...readingRoutes(services), ...sectionWrites(services), ...subsectionWrites(services)];
}

function readingRoutes(services: Services): Operation[] {
  return [
    operation({
      method: 'get',
      path: '/forums/sections',
      tag: 'Forums',
      summary: 'The sections with their subsections, as the asking person may see them',
      query: listing,
      response: z.array(sectionRow),
      run: (call) => listSections(services, call),
    }),
    operation({
      method: 'get',
      path: '/forums/subsections/:id',
      tag: 'Forums',
      summary: 'The subsections of a section',
      query: readQuery,
      response: z.array(subsectionRow),
      run: (call) => listSubsections(services, call),
    }),
  ];
}

const written = { tag: 'Forums', response: writeResponseWithId } as const;

function sectionWrites(services: Services): Operation[] {
  return [
    operation({
      method: 'post',
      path: '/forums/sections',
      ...written,
      summary: 'Add a section',
      body: sectionBody,
      status: 201,
      run: (call) => createSection(services, call),
    }),
    operation({
      method: 'put',
      path: '/forums/sections/:id',
      ...written,
      summary: 'Change a section',
      body: sectionBody,
      ifMatch: true,
      run: (call) => changeSection(services, call),
    }),
    operation({
      method: 'delete',
      path: '/forums/sections/:id',
      ...written,
      summary: 'Delete a section; its threads are no longer seen',
      body: justified,
      run: (call) => deletePlace(services, call, 'section'),
    }),
  ];
}

function subsectionWrites(services: Services): Operation[] {
  return [
    operation({
      method: 'post',
      path: '/forums/subsections',
      ...written,
      summary: 'Add a subsection to a section',
      body: subsectionBody,
      status: 201,
      run: (call) => createSubsection(services, call),
    }),
    operation({
      method: 'put',
      path: '/forums/subsections/:id',
      ...written,
      summary: 'Change a subsection',
      body: z.object(described),
      ifMatch: true,
      run: (call) => changeSubsection(services, call),
    }),
    operation({
      method: 'delete',
      path: '/forums/subsections/:id',
      ...written,
      summary: 'Delete a subsection; its threads are no longer seen',
      body: justified,
      run: (call) => deletePlace(services, call, 'subsection'),
    }),
  ];
}

async function listSections(
  services: Pick<Services, 'responses' | 'views' | 'rows' | 'asOf'>,
  call: Call<unknown, z.infer<typeof listing>>,
): Promise<Result> {
  const deleted = call.query.deleted && can(call.actor, 'manage-structure');
  return services.responses.shared(call, async () => {
    // As of then: the sections and their names. Their counts are today's.
    const { policy } = await services.asOf(call, call.query.at);
    const shown = new PlaceRows({ views: services.views, rows: services.rows, policy }, call.actor, deleted);
    await shown.load();
    const { structure } = policy;
    const sections = deleted ? [...structure.sections.values()] : sectionsOf(structure);
    return { rows: sections.flatMap((section) => shown.section(section) ?? []) };
  });
}

async function listSubsections(
  services: Pick<Services, 'responses' | 'views' | 'policy' | 'rows'>,
  call: Call<unknown, ReadQuery>,
): Promise<Result> {
  const sectionId = idIn(call.params.id);
  return services.responses.shared(call, async () => {
    if (!services.policy.mayView(call.actor, { sectionId, subsectionId: null })) throw new Refusal('not-found');
    const shown = new PlaceRows(services, call.actor);
    await shown.load();
    const subsections = subsectionsOf(services.policy.structure, sectionId);
    return { rows: subsections.flatMap((subsection) => shown.subsection(subsection) ?? []) };
  });
}

const placeFields = (body: { name: string; display_name?: string; description: string; icon: string }) => ({
  name: body.name,
  displayName: body.display_name ?? body.name,
  description: body.description,
  icon: body.icon,
});

async function createSection(services: Writes, call: Call<z.infer<typeof sectionBody>>): Promise<Result> {
  requireAnyAction(call, 'manage-structure');
  const context = await staffContext(services, call, 'create-section', call.body.reason, null);
  const sectionId = aggregateIdOf(context.commandId);
  const section = { sectionId, ...placeFields(call.body), allowThreadsDirect: call.body.allow_threads_direct };
  const handled = await services.commands.structure({ type: 'CreateSection', section }, call.actor, context);
  return services.responses.written(handled, { id: sectionId, acts: handled.eventIds });
}

async function changeSection(services: Writes, call: Call<z.infer<typeof sectionBody>>): Promise<Result> {
  requireAnyAction(call, 'manage-structure');
  const sectionId = idIn(call.params.id);
  const section = { sectionId, ...placeFields(call.body), allowThreadsDirect: call.body.allow_threads_direct };
  const context = await staffContext(services, call, `change-section ${sectionId}`, call.body.reason, null);
  const handled = await services.commands.structure(
    { type: 'ChangeSection', section, ifVersion: versionIn(call) },
    call.actor,
    context,
  );
  return services.responses.written(handled, { id: sectionId, acts: handled.eventIds });
}

async function createSubsection(services: Writes, call: Call<z.infer<typeof subsectionBody>>): Promise<Result> {
  requireAnyAction(call, 'manage-structure');
  const context = await staffContext(services, call, 'create-subsection', call.body.reason, null);
  const subsectionId = aggregateIdOf(context.commandId);
  const subsection = { subsectionId, sectionId: call.body.section_id, ...placeFields(call.body) };
  const handled = await services.commands.structure({ type: 'CreateSubsection', subsection }, call.actor, context);
  return services.responses.written(handled, { id: subsectionId, acts: handled.eventIds });
}

type SubsectionChange = Omit<z.infer<typeof subsectionBody>, 'section_id'>;

async function changeSubsection(services: Writes, call: Call<SubsectionChange>): Promise<Result> {
  requireAnyAction(call, 'manage-structure');
  const subsectionId = idIn(call.params.id);
  const subsection = { subsectionId, ...placeFields(call.body) };
  const context = await staffContext(services, call, `change-subsection ${subsectionId}`, call.body.reason, null);
  const handled = await services.commands.structure(
    { type: 'ChangeSubsection', subsection, ifVersion: versionIn(call) },
    call.actor,
    context,
  );
  return services.responses.written(handled, { id: subsectionId, acts: handled.eventIds });
}

async function deletePlace(services: Writes, call: Call<WithReason>, kind: 'section' | 'subsection'): Promise<Result> {
  requireAnyAction(call, 'manage-structure');
  const placeId = idIn(call.params.id);
  const context = await staffContext(services, call, `delete-${kind} ${placeId}`, call.body.reason, null);
  const handled = await services.commands.structure(
    kind === 'section'
      ? { type: 'DeleteSection', sectionId: placeId }
      : { type: 'DeleteSubsection', subsectionId: placeId },
    call.actor,
    context,
  );
  return services.responses.written(handled, { id: placeId, acts: handled.eventIds });
}
