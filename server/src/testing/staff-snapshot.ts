import { listGameServers } from '@guildhall/domain/games/state.js';
import { listPlaces, listSections, listSubsections, type StructureState } from '@guildhall/domain/structure/state.js';
import type { Services } from '../services.js';

/** Omits versions, which only ever increase. */
export interface Snapshot {
  roles: unknown[];
  holders: unknown[];
  bans: unknown[];
  sections: unknown[];
  entries: unknown[];
  themes: unknown[];
  live: string;
  logo: string | null;
  lightLogo: string | null;
  gameServers: unknown[];
  players: unknown[];
  links: unknown[];
  settings: unknown;
  threads: unknown[];
  posts: unknown[];
  wallPosts: unknown[];
}

export async function takeStaffSnapshot(
  { policy, site, commands }: Pick<Services, 'policy' | 'site' | 'commands'>,
  threadIds: readonly number[] = [],
  postIds: readonly number[] = [],
  wallPostIds: readonly number[] = [],
): Promise<Snapshot> {
  const { staff, structure } = policy;
  const sortById = <T>(map: ReadonlyMap<number, T>) => [...map].sort(([a], [b]) => a - b);
  return {
    roles: sortById(staff.roles)
      .filter(([, role]) => !role.deleted)
      .map(([id, role]) => [id, { ...role, keys: [...role.keys].sort() }]),
    holders: sortById(staff.holders),
    bans: sortById(staff.bans),
    sections: listSnapshotSections(structure),
    entries: listPlaces(structure).map((place) => [
      place,
      findEntries(structure, place.subsectionId ?? place.sectionId),
    ]),
    themes: [...site.theme.themes.values()].map(({ name, css }) => [name, css]).sort(),
    live: site.theme.live,
    logo: site.theme.logo,
    lightLogo: site.theme.lightLogo,
    gameServers: listGameServers(policy.games)
      .map((server) => ({ ...server, version: 0 }))
      .sort((a, b) => a.serverId - b.serverId),
    players: sortById(policy.games.bans),
    links: sortById(policy.games.memberOfAccount),
    settings: site.settings,
    threads: await Promise.all(threadIds.map((id) => commands.state('thread', id))),
    posts: await Promise.all(postIds.map((id) => commands.state('post', id))),
    wallPosts: await Promise.all(wallPostIds.map((id) => commands.state('wallPost', id))),
  };
}

function listSnapshotSections(structure: Readonly<StructureState>): unknown[] {
  return listSections(structure).map((section) => [
    { ...section, version: 0, entriesVersion: 0 },
    listSubsections(structure, section.sectionId).map((sub) => ({ ...sub, version: 0, entriesVersion: 0 })),
  ]);
}

const findEntries = (structure: Readonly<StructureState>, id: number): unknown =>
  (structure.sections.get(id) ?? structure.subsections.get(id))?.entries;
