import { createAppealToken } from '@guildhall/server/accounts/appeal-token.js';
import type { Site } from '../../site/site.js';
import { buildAfter, type ValidCalls } from './valid-call.js';

const text = 'It is broken';
const fileReport = async (site: Site) =>
  (await site.perform('POST', '/reports', { kind: 'bug', text }, { as: site.member })).id;
const buildListQuery = (site: Site) => ({ limit: '10', cursor: '9'.repeat(20), after: buildAfter(site) });

export const reportCalls: ValidCalls = {
  'post /reports': async (site) => ({
    body: { kind: 'post', subject: { kind: 'thread', id: await site.createThread() }, username: '', text },
  }),
  async 'post /reports/appeal'(site) {
    const { id } = await site.createMember(site.createName());
    await site.perform('POST', `/admin/ban/${id}`, undefined, { as: site.admin });
    return { body: { token: createAppealToken(site.services.env.secret, id), text: 'I did nothing' } };
  },
  async 'get /reports/mine'(site, who) {
    await site.perform('POST', '/reports', { kind: 'bug', text }, { as: who });
    return { query: buildListQuery(site) };
  },
  async 'get /admin/reports'(site) {
    await fileReport(site);
    return { query: { ...buildListQuery(site), status: 'open', kind: 'bug' } };
  },
  'get /admin/reports/count': (site) => ({ query: { after: buildAfter(site) } }),
  'get /admin/reports/:id': async (site) => ({ id: await fileReport(site), query: { after: buildAfter(site) } }),
  'post /admin/reports/:id/take': async (site) => ({ id: await fileReport(site), body: { reason: 'Mine' } }),
  'post /admin/reports/:id/resolve': async (site) => ({
    id: await fileReport(site),
    body: { answer: 'It is mended', reason: 'Done' },
  }),
  async 'post /admin/reports/:id/reopen'(site) {
    const id = await fileReport(site);
    await site.perform('POST', `/admin/reports/${id}/take`, undefined, { as: site.admin });
    return { id, body: { reason: 'Not done' } };
  },
  'post /admin/reports/:id/note': async (site) => ({
    id: await fileReport(site),
    body: { note: 'I saw it too', reason: 'Evidence' },
  }),
};
