import { createAppealToken } from '@guildhall/server/accounts/appeal-token.js';
import type { Site } from '../../site/site.js';
import { after, type ValidCalls } from './valid-call.js';

const text = 'It is broken';
const report = async (site: Site) =>
  (await site.done('POST', '/reports', { kind: 'bug', text }, { as: site.member })).id;
const listing = (site: Site) => ({ limit: '10', cursor: '9'.repeat(20), after: after(site) });

export const reportCalls: ValidCalls = {
  'post /reports': async (site) => ({
    body: { kind: 'post', subject: { kind: 'thread', id: await site.newThread() }, username: '', text },
  }),
  async 'post /reports/appeal'(site) {
    const { id } = await site.person(site.newName());
    await site.done('POST', `/admin/ban/${id}`, undefined, { as: site.admin });
    return { body: { token: createAppealToken(site.services.env.secret, id), text: 'I did nothing' } };
  },
  async 'get /reports/mine'(site, who) {
    await site.done('POST', '/reports', { kind: 'bug', text }, { as: who });
    return { query: listing(site) };
  },
  async 'get /admin/reports'(site) {
    await report(site);
    return { query: { ...listing(site), status: 'open', kind: 'bug' } };
  },
  'get /admin/reports/count': (site) => ({ query: { after: after(site) } }),
  'get /admin/reports/:id': async (site) => ({ id: await report(site), query: { after: after(site) } }),
  'post /admin/reports/:id/take': async (site) => ({ id: await report(site), body: { reason: 'Mine' } }),
  'post /admin/reports/:id/resolve': async (site) => ({
    id: await report(site),
    body: { answer: 'It is mended', reason: 'Done' },
  }),
  async 'post /admin/reports/:id/reopen'(site) {
    const id = await report(site);
    await site.done('POST', `/admin/reports/${id}/take`, undefined, { as: site.admin });
    return { id, body: { reason: 'Not done' } };
  },
  'post /admin/reports/:id/note': async (site) => ({
    id: await report(site),
    body: { note: 'I saw it too', reason: 'Evidence' },
  }),
};
