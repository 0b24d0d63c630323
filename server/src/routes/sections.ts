import { aggregateIdOf } from '@guildhall/domain/ids.js';
import { icons } from '@guildhall/domain/icons.js';
import { limits } from '@guildhall/domain/limits.js';
import { writeResponseWithId } from '@guildhall/domain/wire/schemas/write.js';
import { z } from 'zod';
import { versionIn } from '../http/if-match.js';
import { flag, id, idIn, isOneLine, optionalText, text } from '../request/input.js';
import { operation, type Call, type Operation } from '../http/operation.js';
import { perMember } from '../http/operation-limits.js';
import type { Result } from '../http/responses/result.js';
import type { Services } from '../services.js';
import { reasonField, contextWithReason } from '../staff/reason.js';
import { sectionName, visibleLine } from '../text/patterns.js';
import { sectionReads } from './section-reads.js';

type Writes = Pick<Services, 'responses' | 'texts' | 'commands'>;

const name = text('name-required', 'name-too-long', limits.sectionName.max);
const described = {
  name: name.meta(sectionName),
  display_name: name.refine(isOneLine, { error: 'must be one line' }).meta(visibleLine).optional(),
  description: optionalText(limits.description.max).default(''),
  icon: z.enum(Object.keys(icons) as (keyof typeof icons)[], { error: 'icon-unknown' }).default('default'),
  ...reasonField,
};
const sectionBody = z.object({
  ...described,
  allow_threads_direct: flag.default(true),
  rules: optionalText(limits.rules.max).default(''),
});
const justified = z.object(reasonField);
type WithReason = z.infer<typeof justified>;
const subsectionBody = z.object({ ...described, section_id: id });

export function sectionRoutes(services: Services): Operation[] {
  return [...sectionReads(services), ...sectionWrites(services), ...subsectionWrites(services)];
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
      actions: ['manage-structure'],
      limits: [perMember('staff')],
      run: (call) => createSection(services, call),
    }),
    operation({
      method: 'put',
      path: '/forums/sections/:id',
      ...written,
      summary: 'Change a section',
      body: sectionBody,
      ifMatch: true,
      actions: ['manage-structure'],
      limits: [perMember('staff')],
      run: (call) => changeSection(services, call),
    }),
    operation({
      method: 'delete',
      path: '/forums/sections/:id',
      ...written,
      summary: 'Delete a section; its threads are hidden',
      body: justified,
      actions: ['manage-structure'],
      limits: [perMember('staff')],
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
      actions: ['manage-structure'],
      limits: [perMember('staff')],
      run: (call) => createSubsection(services, call),
    }),
    operation({
      method: 'put',
      path: '/forums/subsections/:id',
      ...written,
      summary: 'Change a subsection',
      body: z.object(described),
      ifMatch: true,
      actions: ['manage-structure'],
      limits: [perMember('staff')],
      run: (call) => changeSubsection(services, call),
    }),
    operation({
      method: 'delete',
      path: '/forums/subsections/:id',
      ...written,
      summary: 'Delete a subsection; its threads are hidden',
      body: justified,
      actions: ['manage-structure'],
      limits: [perMember('staff')],
      run: (call) => deletePlace(services, call, 'subsection'),
    }),
  ];
}

const placeFields = (body: { name: string; display_name?: string; description: string; icon: string }) => ({
  name: body.name,
  displayName: body.display_name ?? body.name,
  description: body.description,
  icon: body.icon,
});

const sectionFields = ({ rules, ...body }: z.infer<typeof sectionBody>) => ({
  ...placeFields(body),
  allowThreadsDirect: body.allow_threads_direct,
  ...(rules !== '' && { rules }),
});

async function createSection(services: Writes, call: Call<z.infer<typeof sectionBody>>): Promise<Result> {
  const context = await contextWithReason(services, call, 'create-section', call.body.reason, null);
  const sectionId = aggregateIdOf(context.commandId);
  const section = { sectionId, ...sectionFields(call.body) };
  const handled = await services.commands.structure({ type: 'CreateSection', section }, call.actor, context);
  return services.responses.written(handled, { id: sectionId, acts: handled.eventIds });
}

async function changeSection(services: Writes, call: Call<z.infer<typeof sectionBody>>): Promise<Result> {
  const sectionId = idIn(call.params.id);
  const section = { sectionId, ...sectionFields(call.body) };
  const context = await contextWithReason(services, call, `change-section ${sectionId}`, call.body.reason, null);
  const handled = await services.commands.structure(
    { type: 'ChangeSection', section, ifVersion: versionIn(call) },
    call.actor,
    context,
  );
  return services.responses.written(handled, { id: sectionId, acts: handled.eventIds });
}

async function createSubsection(services: Writes, call: Call<z.infer<typeof subsectionBody>>): Promise<Result> {
  const context = await contextWithReason(services, call, 'create-subsection', call.body.reason, null);
  const subsectionId = aggregateIdOf(context.commandId);
  const subsection = { subsectionId, sectionId: call.body.section_id, ...placeFields(call.body) };
  const handled = await services.commands.structure({ type: 'CreateSubsection', subsection }, call.actor, context);
  return services.responses.written(handled, { id: subsectionId, acts: handled.eventIds });
}

type SubsectionChange = Omit<z.infer<typeof subsectionBody>, 'section_id'>;

async function changeSubsection(services: Writes, call: Call<SubsectionChange>): Promise<Result> {
  const subsectionId = idIn(call.params.id);
  const subsection = { subsectionId, ...placeFields(call.body) };
  const context = await contextWithReason(services, call, `change-subsection ${subsectionId}`, call.body.reason, null);
  const handled = await services.commands.structure(
    { type: 'ChangeSubsection', subsection, ifVersion: versionIn(call) },
    call.actor,
    context,
  );
  return services.responses.written(handled, { id: subsectionId, acts: handled.eventIds });
}

async function deletePlace(services: Writes, call: Call<WithReason>, kind: 'section' | 'subsection'): Promise<Result> {
  const placeId = idIn(call.params.id);
  const context = await contextWithReason(services, call, `delete-${kind} ${placeId}`, call.body.reason, null);
  const handled = await services.commands.structure(
    kind === 'section'
      ? { type: 'DeleteSection', sectionId: placeId }
      : { type: 'DeleteSubsection', subsectionId: placeId },
    call.actor,
    context,
  );
  return services.responses.written(handled, { id: placeId, acts: handled.eventIds });
}
