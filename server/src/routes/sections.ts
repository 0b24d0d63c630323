import { icons } from '@guildhall/domain/icons.js';
import { limits } from '@guildhall/domain/limits.js';
import type { StructureCommand } from '@guildhall/domain/structure/decide.js';
import { writeResponseWithId } from '@guildhall/domain/wire/schemas/write.js';
import { z } from 'zod';
import { parseIfMatch } from '../http/if-match.js';
import { flag, id, isOneLine, createOptionalTextSchema, createTextSchema } from '../request/input.js';
import type { Call } from '../http/operation.js';
import { route, tagRoutes } from './operation.js';
import { runOnId, runWithReason } from './run-with-reason.js';
import { limitPerMember } from '../http/operation-limits.js';
import type { Services } from '../services.js';
import { reasonBody, reasonField, type WithReason } from '../staff/reason.js';
import { sectionReads } from './section-reads.js';

const name = createTextSchema('name-required', 'name-too-long', limits.sectionName.max);
const pathDescription = {
  name: name.describe('Part of the address: one line without `/`, `\\`, `?`, `#` and `%`, and not only dots'),
  display_name: name
    .refine(isOneLine, { error: 'must be one line' })
    .describe('One line with at least one visible character')
    .optional(),
  description: createOptionalTextSchema(limits.description.max).default(''),
  icon: z.enum(Object.keys(icons) as (keyof typeof icons)[], { error: 'icon-unknown' }).default('default'),
  ...reasonField,
};
const sectionBody = z.object({
  ...pathDescription,
  allow_threads_direct: flag.default(true),
  rules: createOptionalTextSchema(limits.rules.max).default(''),
  questions: flag.default(false),
});
const subsectionBody = z.object({ ...pathDescription, section_id: id });

const writeFields = {
  response: writeResponseWithId,
  actions: ['manage-structure'],
  limits: [limitPerMember('staff')],
} as const;

export const sectionRoutes = tagRoutes('Forums', [
  ...sectionReads,
  route.post('/forums/sections', {
    scope: 'write:site',
    ...writeFields,
    summary: 'Add a section',
    body: sectionBody,
    status: 201,
    run: (call, services) =>
      runWithReason(services, call, { name: 'create-section', id: 'new' }, (context, sectionId) => {
        const section = { sectionId, ...toSectionFields(call.body) };
        return services.commands.structure({ type: 'CreateSection', section }, call.actor, context);
      }),
  }),
  route.put('/forums/sections/:id', {
    scope: 'write:site',
    ...writeFields,
    summary: 'Change a section',
    body: sectionBody,
    ifMatch: true,
    run: (call, services) =>
      execute(services, call, 'change-section', (sectionId) => ({
        type: 'ChangeSection',
        section: { sectionId, ...toSectionFields(call.body) },
        ifVersions: parseIfMatch(call),
      })),
  }),
  route.delete('/forums/sections/:id', {
    scope: 'write:site',
    ...writeFields,
    summary: 'Delete a section; its threads are hidden',
    body: reasonBody,
    run: (call, services) =>
      execute(services, call, 'delete-section', (sectionId) => ({ type: 'DeleteSection', sectionId })),
  }),
  route.post('/forums/subsections', {
    scope: 'write:site',
    ...writeFields,
    summary: 'Add a subsection to a section',
    body: subsectionBody,
    status: 201,
    run: (call, services) =>
      runWithReason(services, call, { name: 'create-subsection', id: 'new' }, (context, subsectionId) => {
        const subsection = { subsectionId, sectionId: call.body.section_id, ...toPlaceFields(call.body) };
        return services.commands.structure({ type: 'CreateSubsection', subsection }, call.actor, context);
      }),
  }),
  route.put('/forums/subsections/:id', {
    scope: 'write:site',
    ...writeFields,
    summary: 'Change a subsection',
    body: z.object(pathDescription),
    ifMatch: true,
    run: (call, services) =>
      execute(services, call, 'change-subsection', (subsectionId) => ({
        type: 'ChangeSubsection',
        subsection: { subsectionId, ...toPlaceFields(call.body) },
        ifVersions: parseIfMatch(call),
      })),
  }),
  route.delete('/forums/subsections/:id', {
    scope: 'write:site',
    ...writeFields,
    summary: 'Delete a subsection; its threads are hidden',
    body: reasonBody,
    run: (call, services) =>
      execute(services, call, 'delete-subsection', (subsectionId) => ({ type: 'DeleteSubsection', subsectionId })),
  }),
]);

const toPlaceFields = (body: { name: string; display_name?: string; description: string; icon: string }) => ({
  name: body.name,
  displayName: body.display_name ?? body.name,
  description: body.description,
  icon: body.icon,
});

const toSectionFields = ({ rules, questions, ...body }: z.infer<typeof sectionBody>) => ({
  ...toPlaceFields(body),
  allowThreadsDirect: body.allow_threads_direct,
  ...(rules !== '' && { rules }),
  ...(questions && { questions: true as const }),
});

const execute = (
  services: Services,
  call: Call<WithReason>,
  name: string,
  commandFor: (id: number) => StructureCommand,
) => runOnId(services, call, name, (context, id) => services.commands.structure(commandFor(id), call.actor, context));
