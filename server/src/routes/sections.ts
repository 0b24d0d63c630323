import { thingIdOf } from '@guildhall/domain/ids.js';
import { limits } from '@guildhall/domain/limits.js';
import { isAdmin, type Actor } from '@guildhall/domain/permissions.js';
import { Refusal } from '@guildhall/domain/refusals.js';
import { subsectionsOf } from '@guildhall/domain/structure/state.js';
import { z } from 'zod';
import { sectionRow, subsectionRow } from '../answers/forum.js';
import { writeAnswer, writeAnswerWithId } from '../answers/write.js';
import { flag, id, idIn, optionalId, text } from '../input.js';
import { answerWrite, commandContext, operation, requireUser, type Call, type Operation } from '../operation.js';
import { reading, type Reading } from '../paging.js';
import type { Parts } from '../parts.js';
import { PlaceRows } from '../place-rows.js';
import { answerShared } from '../shared-answers.js';

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
};
const sectionBody = z.object({ ...described, allow_threads_direct: flag.default(true) });
const subsectionBody = z.object({ ...described, section_id: id });
const matrixBody = z.object({
  section_id: id,
  subsection_id: optionalId,
  entries: z
    .array(
      z.object({
        role_id: id,
        can_view: flag,
        can_post: flag,
        can_reply: flag,
        can_delete_post: flag,
        can_emoji_react: flag,
      }),
    )
    .max(100),
});

export function sectionRoutes(parts: Parts): Operation[] {
  return [...readingRoutes(parts), ...sectionWrites(parts), ...subsectionWrites(parts)];
}

function readingRoutes(parts: Parts): Operation[] {
  return [
    operation({
      method: 'get',
      path: '/forums/sections',
      tag: 'Forums',
      summary: 'The sections with their subsections, as the asking person may see them',
      query: reading,
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

function sectionWrites(parts: Parts): Operation[] {
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
      run: (call) => changeSection(parts, call),
    }),
    operation({
      method: 'delete',
      path: '/forums/sections/:id',
      ...written,
      summary: 'Delete a section; its threads are no longer seen',
      run: (call) => deletePlace(parts, call, 'section'),
    }),
  ];
}

function subsectionWrites(parts: Parts): Operation[] {
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
      run: (call) => changeSubsection(parts, call),
    }),
    operation({
      method: 'delete',
      path: '/forums/subsections/:id',
      ...written,
      summary: 'Delete a subsection; its threads are no longer seen',
      run: (call) => deletePlace(parts, call, 'subsection'),
    }),
    operation({
      method: 'put',
      path: '/forums/permissions',
      tag: 'Forums',
      summary: 'Save who may do what in a section or subsection, as a whole',
      body: matrixBody,
      answer: writeAnswer,
      run: (call) => setMatrix(parts, call),
    }),
  ];
}

async function listSections(parts: Parts, call: Call<unknown, Reading>): Promise<void> {
  await answerShared(parts, call, async () => {
    const shown = new PlaceRows(parts, call.actor);
    await shown.load();
    const sections = [...parts.policy.structure.sections.values()];
    return { rows: sections.flatMap((section) => shown.section(section) ?? []) };
  });
}

async function listSubsections(parts: Parts, call: Call<unknown, Reading>): Promise<void> {
  const sectionId = idIn(call.req.params.id);
  await answerShared(parts, call, async () => {
    if (!parts.policy.mayView(call.actor, { sectionId, subsectionId: null })) throw new Refusal('not-found');
    const shown = new PlaceRows(parts, call.actor);
    await shown.load();
    const subsections = subsectionsOf(parts.policy.structure, sectionId);
    return { rows: subsections.flatMap((subsection) => shown.subsection(subsection) ?? []) };
  });
}

/** Others are told that there is no such thing, before their input is looked at any further. */
function requireAdmin(call: Call<unknown>): Actor {
  requireUser(call);
  if (!isAdmin(call.actor)) throw new Refusal('not-found');
  return call.actor;
}

const facts = (body: { name: string; display_name?: string; description: string; icon: string }) => ({
  name: body.name,
  displayName: body.display_name ?? body.name,
  description: body.description,
  icon: body.icon,
});

async function createSection(parts: Parts, call: Call<z.infer<typeof sectionBody>>): Promise<void> {
  const actor = requireAdmin(call);
  const context = commandContext('create-section', call);
  const sectionId = thingIdOf(context.commandId);
  const section = { sectionId, ...facts(call.body), allowThreadsDirect: call.body.allow_threads_direct };
  const handled = await parts.commands.structure({ type: 'CreateSection', section }, actor, context);
  await answerWrite(parts, call.res, handled, { id: sectionId });
}

async function changeSection(parts: Parts, call: Call<z.infer<typeof sectionBody>>): Promise<void> {
  const actor = requireAdmin(call);
  const sectionId = idIn(call.req.params.id);
  const section = { sectionId, ...facts(call.body), allowThreadsDirect: call.body.allow_threads_direct };
  const context = commandContext(`change-section ${sectionId}`, call);
  const handled = await parts.commands.structure({ type: 'ChangeSection', section }, actor, context);
  await answerWrite(parts, call.res, handled, { id: sectionId });
}

async function createSubsection(parts: Parts, call: Call<z.infer<typeof subsectionBody>>): Promise<void> {
  const actor = requireAdmin(call);
  const context = commandContext('create-subsection', call);
  const subsectionId = thingIdOf(context.commandId);
  const subsection = { subsectionId, sectionId: call.body.section_id, ...facts(call.body) };
  const handled = await parts.commands.structure({ type: 'CreateSubsection', subsection }, actor, context);
  await answerWrite(parts, call.res, handled, { id: subsectionId });
}

type SubsectionChange = Omit<z.infer<typeof subsectionBody>, 'section_id'>;

async function changeSubsection(parts: Parts, call: Call<SubsectionChange>): Promise<void> {
  const actor = requireAdmin(call);
  const subsectionId = idIn(call.req.params.id);
  const subsection = { subsectionId, ...facts(call.body) };
  const context = commandContext(`change-subsection ${subsectionId}`, call);
  const handled = await parts.commands.structure({ type: 'ChangeSubsection', subsection }, actor, context);
  await answerWrite(parts, call.res, handled, { id: subsectionId });
}

async function deletePlace(parts: Parts, call: Call<unknown>, kind: 'section' | 'subsection'): Promise<void> {
  const actor = requireAdmin(call);
  const placeId = idIn(call.req.params.id);
  const context = commandContext(`delete-${kind} ${placeId}`, call);
  const handled = await parts.commands.structure(
    kind === 'section'
      ? { type: 'DeleteSection', sectionId: placeId }
      : { type: 'DeleteSubsection', subsectionId: placeId },
    actor,
    context,
  );
  await answerWrite(parts, call.res, handled, { id: placeId });
}

async function setMatrix(parts: Parts, call: Call<z.infer<typeof matrixBody>>): Promise<void> {
  const actor = requireAdmin(call);
  const { section_id: sectionId, subsection_id: subsectionId } = call.body;
  const entries = call.body.entries.map(({ role_id: roleId, ...flags }) => ({ roleId, ...flags }));
  const handled = await parts.commands.structure(
    { type: 'SetPermissions', place: { sectionId, subsectionId }, entries },
    actor,
    commandContext('set-permissions', call),
  );
  await answerWrite(parts, call.res, handled);
}
