import type { ReportCount, ReportDetail, ReportRow } from '@guildhall/domain/wire/schemas/staff/reports.js';
import { beforeAll, describe, expect, test } from 'vitest';
import { createHolder, createRoleWith } from '../../support/site/holders.js';
import { type SiteMember, testSite } from '../../support/site/site.js';

const site = testSite();
let moderator: SiteMember;
beforeAll(async () => {
  moderator = await createHolder(site, await createRoleWith(site, 'moderate_comments'));
});

const fileReport = async (body: object, as: SiteMember) => (await site.perform('POST', '/reports', body, { as })).id;
const readDetail = (id: number, as: SiteMember) => site.get<ReportDetail>(`/admin/reports/${id}`, as);
const queue = (query: string, as: SiteMember) => site.get<ReportRow[]>(`/admin/reports${query}`, as);

describe('reports about hidden places', () => {
  const buildSingleReportCalls = (id: number): [string, string, object?][] => [
    ['GET', `/admin/reports/${id}`],
    ['POST', `/admin/reports/${id}/take`, {}],
    ['POST', `/admin/reports/${id}/note`, { note: 'A note' }],
    ['POST', `/admin/reports/${id}/resolve`, {}],
    ['POST', `/admin/reports/${id}/reopen`, {}],
    ['POST', `/admin/reports/${id}/note`, { note: 7 }],
  ];
  let reporter: SiteMember;
  beforeAll(async () => void (reporter = await site.createMember(site.createName())));
  const count = async (as: SiteMember) => (await site.get<ReportCount>('/admin/reports/count', as)).open;
  const listIds = async (as: SiteMember, query = '') => (await queue(query, as)).map(({ id }) => id);

  test.each(['section', 'subsection'])('hides reports about a hidden %s from those who cannot see it', async (kind) => {
    const section = await site.createSection();
    const subsection = kind === 'subsection' ? await site.createSubsection(section) : null;
    const thread = await site.createThread(site.member, { section_id: section, subsection_id: subsection });
    const subjects = [
      { kind: 'thread', id: thread },
      { kind: 'post', id: await site.createReply(thread) },
    ];
    const countsBefore = [await count(moderator), await count(site.admin)];
    const filedIds: number[] = [];
    for (const subject of subjects)
      filedIds.push(await fileReport({ kind: 'post', subject, text: 'Not nice' }, reporter));
    expect([await count(moderator), await count(site.admin)]).toEqual(countsBefore.map((open) => open + 2));
    await site.hide(section, subsection);
    expect([await count(moderator), await count(site.admin)]).toEqual([countsBefore[0], countsBefore[1]! + 2]);
    expect((await listIds(moderator)).filter((id) => filedIds.includes(id))).toEqual([]);
    expect((await listIds(site.admin)).filter((id) => filedIds.includes(id))).toHaveLength(2);
    for (const id of filedIds) {
      for (const [method, path, body] of buildSingleReportCalls(id)) {
        expect([path, (await site.send(method, path, body, { as: moderator })).status]).toEqual([path, 404]);
      }
      expect((await readDetail(id, site.admin)).status).toBe('open');
    }
    await site.hide(section, subsection, false);
    expect((await listIds(moderator)).filter((id) => filedIds.includes(id))).toHaveLength(2);
    expect(await count(moderator)).toBe(countsBefore[0]! + 2);
  });

  test('returns full pages of reports to a moderator who cannot see some of them', async () => {
    const [openSection, hiddenSection] = [await site.createSection(), await site.createSection()];
    const fileReportAbout = async (section_id: number) => {
      const subject = { kind: 'thread', id: await site.createThread(site.member, { section_id }) };
      return fileReport({ kind: 'post', subject, text: 'Not nice' }, reporter);
    };
    const visibleReports = [await fileReportAbout(openSection)];
    for (let n = 0; n < 5; n++) await fileReportAbout(hiddenSection);
    visibleReports.unshift(await fileReportAbout(openSection));
    await site.hide(hiddenSection);
    expect(await listIds(moderator, '?limit=2')).toEqual(visibleReports);
  });

  test('a report is hidden while its post is in a hidden place', async () => {
    const [openSection, hiddenSection] = [await site.createSection(), await site.createSection()];
    await site.hide(hiddenSection);
    const thread = await site.createThread(site.member, { section_id: openSection });
    const id = await fileReport({ kind: 'post', subject: { kind: 'thread', id: thread }, text: 'Not nice' }, reporter);
    const move = (section_id: number) =>
      site.perform('POST', `/forums/threads/${thread}/move`, { section_id }, { as: site.admin });
    expect(await listIds(moderator)).toContain(id);
    await move(hiddenSection);
    expect(await listIds(moderator)).not.toContain(id);
    await move(openSection);
    expect(await listIds(moderator)).toContain(id);
  });
});
