import { aggregateIdOf, commandIdOf } from '@guildhall/domain/ids.js';
import { limits } from '@guildhall/domain/limits.js';
import type { StructureCommand } from '@guildhall/domain/structure/decide.js';
import { prefixColors } from '@guildhall/domain/structure/events.js';
import { writeResponse, writeResponseWithId } from '@guildhall/domain/wire/schemas/write.js';
import { z } from 'zod';
import { id, idIn, text } from '../request/input.js';
import { operation, type Call, type Operation } from '../http/operation.js';
import { perMember } from '../http/operation-limits.js';
import type { Result } from '../http/responses/result.js';
import type { Commands } from '../commands/commands.js';
import type { Responses } from '../http/responses/responses.js';
import type { Texts } from '../vault/texts.js';
import { reasonField, contextWithReason } from '../staff/reason.js';
import { commandContext } from '../request/request-context.js';

interface Dependencies {
  responses: Responses;
  texts: Texts;
  commands: Commands;
}

const justified = z.object(reasonField);
type WithReason = z.infer<typeof justified>;
const ids = z.array(id).max(limits.listRows);
const sectionOrder = z.object({ ids, ...reasonField });
const subsectionOrder = sectionOrder.extend({ section_id: id });

const sectionPrefixes = z.object({
  prefixes: z
    .array(
      z.object({
        id: id.optional(),
        label: text('name-required', 'name-too-long', limits.prefixLabel.max),
        color: z.enum(prefixColors),
      }),
    )
    .max(limits.prefixes),
  ...reasonField,
});
/** Restores and reorders sections and subsections. */
export function structureRoutes(services: Dependencies): Operation[] {
  return [...restoreRoutes(services), ...orderRoutes(services), prefixRoute(services)];
}

function restoreRoutes(services: Dependencies): Operation[] {
  const restore = { method: 'post', tag: 'Forums', response: writeResponseWithId, body: justified } as const;
  return [
    operation({
      ...restore,
      path: '/forums/sections/:id/restore',
      summary: 'Restore a deleted section, with all that is in it',
      actions: ['manage-structure'],
      limits: [perMember('staff')],
      run: (call) => {
        const sectionId = idIn(call.params.id);
        return execute(
          services,
          call,
          `restore-section ${sectionId}`,
          { type: 'RestoreSection', sectionId },
          sectionId,
        );
      },
    }),
    operation({
      ...restore,
      path: '/forums/subsections/:id/restore',
      summary: 'Restore a deleted subsection, with all that is in it',
      actions: ['manage-structure'],
      limits: [perMember('staff')],
      run: (call) => {
        const subsectionId = idIn(call.params.id);
        const command = { type: 'RestoreSubsection', subsectionId } as const;
        return execute(services, call, `restore-subsection ${subsectionId}`, command, subsectionId);
      },
    }),
  ];
}

/** An order names every one exactly once: it is refused when one was created in the meantime. */
function orderRoutes(services: Dependencies): Operation[] {
  const order = { method: 'put', tag: 'Forums', response: writeResponse, refusals: ['changed-since'] } as const;
  return [
    operation({
      ...order,
      path: '/forums/sections/order',
      summary: 'Reorder the sections',
      body: sectionOrder,
      actions: ['manage-structure'],
      limits: [perMember('staff')],
      run: (call) => execute(services, call, 'order-sections', { type: 'OrderSections', sectionIds: call.body.ids }),
    }),
    operation({
      ...order,
      path: '/forums/subsections/order',
      summary: 'Reorder the subsections of a section',
      body: subsectionOrder,
      actions: ['manage-structure'],
      limits: [perMember('staff')],
      run: (call) => {
        const { section_id: sectionId, ids: subsectionIds } = call.body;
        const command = { type: 'OrderSubsections', sectionId, subsectionIds } as const;
        return execute(services, call, `order-subsections ${sectionId}`, command);
      },
    }),
  ];
}

function prefixRoute(services: Dependencies): Operation {
  return operation({
    method: 'put',
    tag: 'Forums',
    response: writeResponseWithId,
    path: '/forums/sections/:id/prefixes',
    summary: 'Set the prefixes that threads of a section can have; one without an id is new',
    body: sectionPrefixes,
    refusals: ['changed-since'],
    actions: ['manage-structure'],
    limits: [perMember('staff')],
    run: (call) => {
      const sectionId = idIn(call.params.id);
      const name = `set-prefixes ${sectionId}`;
      const { commandId } = commandContext(name, call);
      const prefixes = call.body.prefixes.map((prefix, n) => ({
        ...prefix,
        id: prefix.id ?? aggregateIdOf(commandIdOf(commandId, 'prefix', String(n))),
      }));
      const created = prefixes.filter((_, n) => call.body.prefixes[n]?.id === undefined).map((prefix) => prefix.id);
      return execute(services, call, name, { type: 'SetPrefixes', sectionId, prefixes, created }, sectionId);
    },
  });
}

async function execute(
  services: Dependencies,
  call: Call<WithReason>,
  name: string,
  command: StructureCommand,
  placeId?: number,
): Promise<Result> {
  const context = await contextWithReason(services, call, name, call.body.reason, null);
  const handled = await services.commands.structure(command, call.actor, context);
  const { eventIds } = handled;
  return services.responses.written(
    handled,
    placeId === undefined ? { acts: eventIds } : { id: placeId, acts: eventIds },
  );
}
