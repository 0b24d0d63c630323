import type { ValidCalls } from './valid-call.js';

export const searchCalls: ValidCalls = {
  async 'get /search'(site) {
    await site.createThread(site.member, { title: 'A harbour', content: 'With *boats* and a lighthouse' });
    const query = {
      q: '"a harbour" boats -castle light*',
      type: 'threads',
      author: site.member.name,
      section_id: String(site.section),
      subsection_id: '',
      from: '2020-01-01',
      to: '2090-12-31T23:59Z',
      sort: 'newest',
      limit: '10',
      newest: '3',
      cursor: '9'.repeat(20),
      after: `${site.services.historyId}.${await site.readHead()}`,
    };
    return { query };
  },
};
