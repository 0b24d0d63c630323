import { appealTokenFor } from '@guildhall/server/accounts/appeal-token.js';
import type { Site } from '../../site/site.js';
import { adminsOnly, after, type ValidCalls } from './valid-call.js';

const text = 'It is broken';
const report = async (site: Site) =>
  (await site.done('POST', '/reports', { kind: 'bug', text }, { as: site.member })).id;
const listing = (site: Site) => ({ limit: '10', cursor: '9'.repeat(20), after: after(site) });

export const reportCalls: ValidCalls = {
  'post /reports': {
    own: true,
    make: async (site) => ({
      body: { kind: 'post', subject: { kind: 'thread', id: await site.newThread() }, username: '', text },
    }),
    refused: { guest: [401, 'must-be-logged-in'] },
  },
  'post /reports/appeal': {
    async make(site) {
      const { id } = await site.person(site.newName());
      await site.done('POST', `/admin/ban/${id}`, undefined, { as: site.admin });
      return { body: { token: appealTokenFor(site.services.env.secret, id), text: 'I did nothing' } };
    },
    refused: 'nobody',
  },
  'get /reports/mine': {
    async make(site, who) {
      await site.done('POST', '/reports', { kind: 'bug', text }, { as: who });
      return { query: listing(site) };
    },
    refused: { guest: [401, 'must-be-logged-in'] },
  },
  'get /admin/reports': {
    async make(site) {
      await report(site);
      return { query: { ...listing(site), status: 'open', kind: 'bug' } };
    },
    refused: adminsOnly,
  },
  'get /admin/reports/count': { make: (site) => ({ query: { after: after(site) } }), refused: adminsOnly },
  'get /admin/reports/:id': {
    make: async (site) => ({ id: await report(site), query: { after: after(site) } }),
    refused: adminsOnly,
  },
  'post /admin/reports/:id/take': {
    make: async (site) => ({ id: await report(site), body: { reason: 'Mine' } }),
    refused: adminsOnly,
  },
  'post /admin/reports/:id/resolve': {
    make: async (site) => ({ id: await report(site), body: { answer: 'It is mended', reason: 'Done' } }),
    refused: adminsOnly,
  },
  'post /admin/reports/:id/reopen': {
    async make(site) {
      const id = await report(site);
      await site.done('POST', `/admin/reports/${id}/take`, undefined, { as: site.admin });
      return { id, body: { reason: 'Not done' } };
    },
    refused: adminsOnly,
  },
  'post /admin/reports/:id/note': {
    make: async (site) => ({ id: await report(site), body: { note: 'I saw it too', reason: 'Evidence' } }),
    refused: adminsOnly,
  },
};
