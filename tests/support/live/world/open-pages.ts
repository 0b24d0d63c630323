import { parsePosition } from '@guildhall/domain/wire/positions.js';
import { siteTopic } from '@guildhall/domain/wire/topics.js';
import { testContext } from '@guildhall/server/testing/services.js';
import { isDeepStrictEqual } from 'node:util';
import { LivePage } from '../live-page.js';
import { missing } from '../screens/screen.js';
import type { PageKind } from '../screens/page-kind.js';
import type { World } from './world.js';

export interface OpenPage {
  who: string;
  page: LivePage;
}

export async function openPages(world: World): Promise<OpenPage[]> {
  const { site, moderator, things } = world;
  const [first, second] = [things.threads[0]?.id ?? 0, things.threads[2]?.id ?? 0];
  const deletedSection = things.sections[1]?.id ?? 0;
  const subsection = things.subsections[0] ?? { id: 0, sectionId: 0 };
  const buildProfile = (of: { id: number; name: string }, reader?: { id: number }): PageKind => {
    return { kind: 'profile', id: of.id, username: of.name, ...(reader && { reader: reader.id }) };
  };
  const forum: PageKind[] = [
    { kind: 'site' },
    { kind: 'thread', id: first },
    { kind: 'thread', id: second },
    { kind: 'section', id: site.section },
    { kind: 'section', id: deletedSection },
  ];
  const buildStaffPages = (...lists: ('audit' | 'users' | 'reports')[]) =>
    lists.map((list): PageKind => ({ kind: 'staff', list }));
  const pageKinds: [string, string | undefined, PageKind[]][] = [
    ['guest', undefined, [...forum, buildProfile(site.member)]],
    [
      'member',
      site.member.cookie,
      [
        ...forum,
        { kind: 'notices', userId: site.member.id },
        { kind: 'marks', userId: site.member.id, sectionId: site.section },
        { kind: 'subsection', ...subsection },
        buildProfile(site.other, site.member),
      ],
    ],
    [
      'other',
      site.other.cookie,
      [
        { kind: 'notices', userId: site.other.id },
        { kind: 'marks', userId: site.other.id, sectionId: deletedSection },
        buildProfile(site.other),
      ],
    ],
    ['moderator', moderator.cookie, [...forum.slice(1), ...buildStaffPages('users', 'reports')]],
    ['Admin', site.admin.cookie, [...forum.slice(0, 2), ...buildStaffPages('audit', 'users', 'reports')]],
  ];
  const openedPages = pageKinds.flatMap(([who, cookie, kinds]) =>
    kinds.map(async (pageKind) => ({ who, page: await LivePage.open(site.url, pageKind, { cookie }) })),
  );
  const pages = await Promise.all(openedPages);
  const notifiedMembers = [site.member, site.other];
  for (const as of notifiedMembers) {
    const target = { kind: 'section', id: await fenceSection(world), level: 'watching' };
    await site.perform('PUT', '/forums/watches', target, { as });
  }
  return pages;
}

const fenceSections = new WeakMap<World, number>();
async function fenceSection(world: World): Promise<number> {
  const section = fenceSections.get(world) ?? (await world.site.createSection());
  fenceSections.set(world, section);
  return section;
}

/**
 * The last writes are a thread in a watched place and its author's new avatar. By then, the server's timers have sent
 * everything else.
 */
export async function waitUntilAllCaughtUp(world: World, pages: readonly OpenPage[]): Promise<string> {
  const { site, writer } = world;
  const title = site.createName();
  const thread = await site.createThread(writer, { section_id: await fenceSection(world), title });
  await site.services.commands.account({ type: 'Change', userId: writer.id }, testContext());
  await site.services.readMarks.waitUntilSettled();
  const head = await site.readHead();
  const hasHeard = ({ page }: OpenPage) =>
    page.isSettled &&
    (parsePosition(page.position(siteTopic))?.position ?? '') >= head &&
    (page.pageKind.kind !== 'notices' || JSON.stringify(page.buildState()).includes(`"thread_id":${thread}`));
  const haveAllHeard = () => pages.every(hasHeard);
  const wait = () =>
    Promise.all(
      pages.map((openPage) => openPage.page.waitUntil(() => hasHeard(openPage), `the fence ${title} at ${head}`)),
    );
  await wait();
  do {
    // The gateway's timers run for a millisecond here and were set before this one, so they fire first.
    await new Promise((resolve) => setTimeout(resolve, 2));
    await Promise.all(pages.map(({ page }) => page.waitForAcknowledgement()));
    await wait();
  } while (!haveAllHeard());
  return `${site.services.historyId}.${head}`;
}

export interface Difference {
  who: string;
  pageKind: PageKind;
  old: unknown;
  fresh: unknown;
}

/**
 * A page whose thread or place was deleted is not compared until it is opened again if the restoration sends nothing to
 * its reader.
 */
export async function findDifferences(pages: readonly OpenPage[], from: string): Promise<Difference[]> {
  const comparisons = pages.map(async ({ who, page }): Promise<Difference[]> => {
    const freshState = await page.loadFresh(from);
    const currentState = page.buildState();
    if (isDeepStrictEqual(currentState, missing) && !isDeepStrictEqual(freshState, missing)) {
      await page.reopen();
      return isDeepStrictEqual(page.buildState(), freshState)
        ? []
        : [{ who, pageKind: page.pageKind, old: page.buildState(), fresh: freshState }];
    }
    return isDeepStrictEqual(currentState, freshState)
      ? []
      : [{ who, pageKind: page.pageKind, old: currentState, fresh: freshState }];
  });
  return (await Promise.all(comparisons)).flat();
}
