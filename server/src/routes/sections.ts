import { thingIdOf } from '@guildhall/domain/ids.js';
import { limits } from '@guildhall/domain/limits.js';
import { can } from '@guildhall/domain/permissions.js';
import { Refusal } from '@guildhall/domain/refusals.js';
import { sectionsOf, subsectionsOf } from '@guildhall/domain/structure/state.js';
import { z } from 'zod';
import { sectionRow, subsectionRow } from '../answers/forum.js';
import { writeAnswerWithId } from '../answers/write.js';
import { versionIn } from '../http/if-match.js';
import { flag, id, idIn, text } from '../http/input.js';
import { asOf, asOfQuery } from '../read-models/as-of.js';
import { operation, type Call, type Operation } from '../http/operation.js';
import type { Result } from '../http/result.js';
import { queryFlag, reading, type Reading } from '../http/paging.js';
import type { Services } from '../services.js';
import { PlaceRows } from '../read-models/place-rows.js';
import { reasonField } from '../staff/reason.js';
import { requireAct, staffContext } from '../staff/staff-calls.js';

const name = text('name-required', 'name-too-long', limits.sectionName.max).refine(
  (value) => !/[\p{Cc}/\\?#]/u.test(value),
  { error: 'must not contain control characters or / \\ ? #' },
);
const described = {
  name,
  display_name: name.optional(),
  description: z
    .string()
    .max(limits.description.max)
    .transform((value) => value.toWellFormed())
    .default(''),
  icon: z.string().default('default'),
  ...reasonField,
};
const sectionBody = z.object({ ...described, allow_threads_direct: flag.default(true) });
const justified = z.object(reasonField);
type Justified = z.infer<typeof justified>;
const listing = reading.extend({
  ...asOfQuery,
  deleted: queryFlag.default(false).describe('Also those that were deleted; for Admins, nobody else has any'),
});
const subsectionBody = z.object({ ...described, section_id: id });
export function sectionRoutes(parts: Services): Operation[] {
  return [...readingRoutes(parts), ...sectionWrites(parts), ...subsectionWrites(parts)];
}

function readingRoutes(parts: Services): Operation[] {
  return [
    operation({
      method: 'get',
      path: '/forums/sections',
      tag: 'Forums',
      summary: 'The sections with their subsections, as the asking person may see them',
      query: listing,
      answer: z.array(sectionRow),
      run: (call) => listSections(parts, call),
    }),
    operation({
      method: 'get',
      path: '/forums/subsections/:id',
      tag: 'Forums',
      summary: 'The subsections of a section',
      query: reading,
      answer: z.array(subsectionRow),
      run: (call) => listSubsections(parts, call),
    }),
  ];
}

const written = { tag: 'Forums', answer: writeAnswerWithId } as const;

function sectionWrites(parts: Services): Operation[] {
  return [
    operation({
      method: 'post',
      path: '/forums/sections',
      ...written,
      summary: 'Add a section',
      body: sectionBody,
      status: 201,
      run: (call) => createSection(parts, call),
    }),
    operation({
      method: 'put',
      path: '/forums/sections/:id',
      ...written,
      summary: 'Change a section',
      body: sectionBody,
      ifMatch: true,
      run: (call) => changeSection(parts, call),
    }),
    operation({
      method: 'delete',
      path: '/forums/sections/:id',
      ...written,
      summary: 'Delete a section; its threads are no longer seen',
      body: justified,
      run: (call) => deletePlace(parts, call, 'section'),
    }),
  ];
}

function subsectionWrites(parts: Services): Operation[] {
  return [
    operation({
      method: 'post',
      path: '/forums/subsections',
      ...written,
      summary: 'Add a subsection to a section',
      body: subsectionBody,
      status: 201,
      run: (call) => createSubsection(parts, call),
    }),
    operation({
      method: 'put',
      path: '/forums/subsections/:id',
      ...written,
      summary: 'Change a subsection',
      body: z.object(described),
      ifMatch: true,
      run: (call) => changeSubsection(parts, call),
    }),
    operation({
      method: 'delete',
      path: '/forums/subsections/:id',
      ...written,
      summary: 'Delete a subsection; its threads are no longer seen',
      body: justified,
      run: (call) => deletePlace(parts, call, 'subsection'),
    }),
  ];
}

async function listSections(parts: Services, call: Call<unknown, z.infer<typeof listing>>): Promise<Result> {
  const deleted = call.query.deleted && can(call.actor, 'manage-structure');
  return parts.responses.shared(call, async () => {
    // As of then: which sections there were, and what they were called. What stands in them is counted today.
    const { policy } = await asOf(parts, call, call.query.at);
    const shown = new PlaceRows({ views: parts.views, rows: parts.rows, policy }, call.actor, deleted);
    await shown.load();
    const { structure } = policy;
    const sections = deleted ? [...structure.sections.values()] : sectionsOf(structure);
    return { rows: sections.flatMap((section) => shown.section(section) ?? []) };
  });
}

async function listSubsections(parts: Services, call: Call<unknown, Reading>): Promise<Result> {
  const sectionId = idIn(call.params.id);
  return parts.responses.shared(call, async () => {
    if (!parts.policy.mayView(call.actor, { sectionId, subsectionId: null })) throw new Refusal('not-found');
    const shown = new PlaceRows(parts, call.actor);
    await shown.load();
    const subsections = subsectionsOf(parts.policy.structure, sectionId);
    return { rows: subsections.flatMap((subsection) => shown.subsection(subsection) ?? []) };
  });
}

const facts = (body: { name: string; display_name?: string; description: string; icon: string }) => ({
  name: body.name,
  displayName: body.display_name ?? body.name,
  description: body.description,
  icon: body.icon,
});

async function createSection(parts: Services, call: Call<z.infer<typeof sectionBody>>): Promise<Result> {
  requireAct(call, 'manage-structure');
  const context = await staffContext(parts, call, 'create-section', call.body.reason, null);
  const sectionId = thingIdOf(context.commandId);
  const section = { sectionId, ...facts(call.body), allowThreadsDirect: call.body.allow_threads_direct };
  const handled = await parts.commands.structure({ type: 'CreateSection', section }, call.actor, context);
  return parts.responses.written(handled, { id: sectionId, acts: handled.acts });
}

async function changeSection(parts: Services, call: Call<z.infer<typeof sectionBody>>): Promise<Result> {
  requireAct(call, 'manage-structure');
  const sectionId = idIn(call.params.id);
  const section = { sectionId, ...facts(call.body), allowThreadsDirect: call.body.allow_threads_direct };
  const context = await staffContext(parts, call, `change-section ${sectionId}`, call.body.reason, null);
  const handled = await parts.commands.structure(
    { type: 'ChangeSection', section, ifVersion: versionIn(call) },
    call.actor,
    context,
  );
  return parts.responses.written(handled, { id: sectionId, acts: handled.acts });
}

async function createSubsection(parts: Services, call: Call<z.infer<typeof subsectionBody>>): Promise<Result> {
  requireAct(call, 'manage-structure');
  const context = await staffContext(parts, call, 'create-subsection', call.body.reason, null);
  const subsectionId = thingIdOf(context.commandId);
  const subsection = { subsectionId, sectionId: call.body.section_id, ...facts(call.body) };
  const handled = await parts.commands.structure({ type: 'CreateSubsection', subsection }, call.actor, context);
  return parts.responses.written(handled, { id: subsectionId, acts: handled.acts });
}

type SubsectionChange = Omit<z.infer<typeof subsectionBody>, 'section_id'>;

async function changeSubsection(parts: Services, call: Call<SubsectionChange>): Promise<Result> {
  requireAct(call, 'manage-structure');
  const subsectionId = idIn(call.params.id);
  const subsection = { subsectionId, ...facts(call.body) };
  const context = await staffContext(parts, call, `change-subsection ${subsectionId}`, call.body.reason, null);
  const handled = await parts.commands.structure(
    { type: 'ChangeSubsection', subsection, ifVersion: versionIn(call) },
    call.actor,
    context,
  );
  return parts.responses.written(handled, { id: subsectionId, acts: handled.acts });
}

async function deletePlace(parts: Services, call: Call<Justified>, kind: 'section' | 'subsection'): Promise<Result> {
  requireAct(call, 'manage-structure');
  const placeId = idIn(call.params.id);
  const context = await staffContext(parts, call, `delete-${kind} ${placeId}`, call.body.reason, null);
  const handled = await parts.commands.structure(
    kind === 'section'
      ? { type: 'DeleteSection', sectionId: placeId }
      : { type: 'DeleteSubsection', subsectionId: placeId },
    call.actor,
    context,
  );
  return parts.responses.written(handled, { id: placeId, acts: handled.acts });
}
