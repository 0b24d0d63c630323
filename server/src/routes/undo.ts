import { undoResult } from '@guildhall/domain/wire/schemas/staff/audit.js';
import { writeResponse } from '@guildhall/domain/wire/schemas/write.js';
import { z } from 'zod';
import { id, time } from '../request/input.js';
import { operation } from './operation.js';
import { countedInside, perMember } from '../http/operation-limits.js';
import { maxUndoneEntries } from '../request/rate-limits.js';
import { reasonField } from '../staff/reason.js';

const single = z.object(reasonField);
const span = z.object({ actor_id: id, from: time, to: time, ...reasonField });

export const undoRoutes = [
  operation({
    method: 'post',
    path: '/admin/audit/undo',
    tag: 'Admin',
    summary: 'Undo what a staff member did in a time range, newest first, with a result for each action',
    body: span,
    response: writeResponse.extend({ results: z.array(undoResult) }),
    rows: maxUndoneEntries,
    actions: ['view-audit'],
    concerns: 'actor_id',
    limits: [countedInside('undo')],
    /** One's own entries, or anyone's for those who read the audit. */
    run: async (call, services) => {
      const { actor_id: actorId, from, to, reason } = call.body;
      const { results, last } = await services.auditUndo.span(call, { actorId, from, to }, reason);
      return services.responses.written(last ?? { position: null, eventIds: [] }, { results });
    },
  }),
  operation({
    method: 'post',
    path: '/admin/audit/:act/undo',
    tag: 'Admin',
    summary: 'Undo one action',
    body: single,
    response: writeResponse,
    refusals: ['changed-since'],
    login: 'must-be-logged-in',
    authorize: (call, services) => services.auditUndo.authorize(call, call.params.act ?? ''),
    limits: [perMember('undo')],
    run: async (call, services) => {
      const handled = await services.auditUndo.one(call, call.params.act ?? '', call.body.reason);
      return services.responses.written(handled, { acts: handled.eventIds });
    },
  }),
];
