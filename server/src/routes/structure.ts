import { deriveAggregateId, deriveCommandId } from '@guildhall/domain/ids.js';
import { limits } from '@guildhall/domain/limits.js';
import type { StructureCommand } from '@guildhall/domain/structure/decide.js';
import { prefixColors } from '@guildhall/domain/structure/events.js';
import { writeResponse, writeResponseWithId } from '@guildhall/domain/wire/schemas/write.js';
import { z } from 'zod';
import { id, optionalId, createTextSchema } from '../request/input.js';
import type { Call } from '../http/operation.js';
import type { Services } from '../services.js';
import { route, tagRoutes } from './operation.js';
import { runOnId, runWithReason } from './run-with-reason.js';
import { limitPerMember } from '../http/operation-limits.js';
import { reasonBody, reasonField, type WithReason } from '../staff/reason.js';

const ids = z.array(id).max(limits.listRows);
const sectionOrder = z.object({ ids, ...reasonField });
const subsectionOrder = sectionOrder.extend({ section_id: id });

const sectionPrefixes = z.object({
  prefixes: z
    .array(
      z.object({
        id: optionalId.describe('The id of an existing prefix. If omitted, the prefix is new'),
        label: createTextSchema('name-required', 'name-too-long', limits.prefixLabel.max),
        color: z.enum(prefixColors),
      }),
    )
    .max(limits.prefixes),
  ...reasonField,
});

const write = { actions: ['manage-structure'], limits: [limitPerMember('staff')] } as const;
const restore = { ...write, response: writeResponseWithId, body: reasonBody } as const;
const order = { ...write, response: writeResponse, refusals: ['changed-since'] } as const;

export const structureRoutes = tagRoutes('Forums', [
  route.post('/forums/sections/:id/restore', {
    scope: 'write:site',
    ...restore,
    summary: 'Restore a deleted section with all its content',
    run: (call, services) =>
      runOnId(services, call, 'restore-section', (context, sectionId) =>
        services.commands.structure({ type: 'RestoreSection', sectionId }, call.actor, context),
      ),
  }),
  route.post('/forums/subsections/:id/restore', {
    scope: 'write:site',
    ...restore,
    summary: 'Restore a deleted subsection with all its content',
    run: (call, services) =>
      runOnId(services, call, 'restore-subsection', (context, subsectionId) =>
        services.commands.structure({ type: 'RestoreSubsection', subsectionId }, call.actor, context),
      ),
  }),
  /** An order must list every place exactly once, so it is refused if a place was created in the meantime. */
  route.put('/forums/sections/order', {
    scope: 'write:site',
    ...order,
    summary: 'Reorder the sections',
    body: sectionOrder,
    run: (call, services) =>
      execute(services, call, 'order-sections', { type: 'OrderSections', sectionIds: call.body.ids }),
  }),
  route.put('/forums/subsections/order', {
    scope: 'write:site',
    ...order,
    summary: "Reorder a section's subsections",
    body: subsectionOrder,
    run: (call, services) => {
      const { section_id: sectionId, ids: subsectionIds } = call.body;
      const command = { type: 'OrderSubsections', sectionId, subsectionIds } as const;
      return execute(services, call, `order-subsections ${sectionId}`, command);
    },
  }),
  route.put('/forums/sections/:id/prefixes', {
    scope: 'write:site',
    ...write,
    response: writeResponseWithId,
    summary: "Set the prefixes for a section's threads; one without an id is new",
    body: sectionPrefixes,
    refusals: ['changed-since'],
    run: (call, services) =>
      runOnId(services, call, 'set-prefixes', (context, sectionId) => {
        const prefixes = call.body.prefixes.map((prefix, n) => ({
          ...prefix,
          id: prefix.id ?? deriveAggregateId(deriveCommandId(context.commandId, 'prefix', String(n))),
        }));
        const createdIds = prefixes.filter((_, n) => call.body.prefixes[n]?.id === null).map((prefix) => prefix.id);
        const command = { type: 'SetPrefixes', sectionId, prefixes, created: createdIds } as const;
        return services.commands.structure(command, call.actor, context);
      }),
  }),
]);

const execute = (services: Services, call: Call<WithReason>, name: string, command: StructureCommand) =>
  runWithReason(services, call, { name }, (context) => services.commands.structure(command, call.actor, context));
