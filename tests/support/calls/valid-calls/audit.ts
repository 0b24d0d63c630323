import type { AuditRow } from '@guildhall/domain/wire/schemas/staff/audit.js';
import type { Site } from '../../site/site.js';
import { buildAfter, type ValidCalls } from './valid-call.js';

const year = { from: '2020-01-01T00:00:00Z', to: '2100-01-01T00:00:00Z' };

async function lockThread(site: Site): Promise<AuditRow> {
  const thread = await site.createThread();
  await site.changeThread(thread, { locked: true });
  const [entry] = await site.get<AuditRow[]>(`/admin/audit?target=thread:${thread}`, site.admin);
  if (!entry) throw new Error('The lock is not in the audit');
  return entry;
}

export const auditCalls: ValidCalls = {
  'get /admin/audit': async (site) => {
    const entry = await lockThread(site);
    const query = {
      area: 'threads',
      kind: 'ThreadLocked',
      actor: site.admin.name,
      target: `thread:${entry.subject.id}`,
    };
    return {
      query: {
        ...query,
        ...year,
        after: buildAfter(site),
        limit: '10',
        cursor: `2100-01-01T00:00:00.000Z ${'0'.repeat(20)}`,
      },
    };
  },
  'get /admin/audit.csv': async (site) => {
    const entry = await lockThread(site);
    return {
      query: {
        kind: entry.kind,
        area: 'threads',
        actor: site.admin.name,
        target: site.member.name,
        ...year,
        after: buildAfter(site),
      },
    };
  },
  'get /admin/users/:id/history': (site) => ({ id: site.admin.id, query: { after: buildAfter(site), limit: '10' } }),
  'get /admin/bans': async (site) => {
    const { id } = await site.createMember(site.createName());
    await site.perform('POST', `/admin/ban/${id}`, { reason: 'Griefing' }, { as: site.admin });
    return { query: { at: '2100-01-01T00:00:00Z', limit: '1000', page: '1' } };
  },
  'post /admin/audit/undo': async (site, who) => {
    await lockThread(site);
    // The time range is empty so that no other action is undone.
    return {
      body: { actor_id: site.admin.id, from: year.from, to: '2020-01-02T00:00:00Z', reason: `By ${who.name}` },
    };
  },
  'post /admin/audit/:act/undo': async (site) => ({
    params: { act: (await lockThread(site)).id },
    body: { reason: 'A mistake' },
  }),
};
