import { formatPosition } from '@guildhall/domain/wire/positions.js';
import type { PlayersRow, SiteRow } from '@guildhall/domain/wire/schemas/live/rows.js';
import type { ServerRow } from '@guildhall/domain/wire/schemas/site/servers.js';
import type { SiteResponse } from '@guildhall/domain/wire/schemas/site/site.js';
import type { SiteState } from '../policy/site-state.js';
import type { StatusPoller } from '../status/status-poller.js';
import { toServerCount, type ListedServer, type ServerStatuses } from '../status/server-statuses.js';

interface Dependencies {
  historyId: string;
  site: SiteState;
  status: StatusPoller;
}

type SiteNow = Pick<Dependencies, 'site' | 'status'>;

export function buildSiteResponse(services: Dependencies): SiteResponse {
  return {
    ...buildSiteFields(services),
    ...buildPlayerFields(services),
    position: formatPosition(services.historyId, services.site.position),
  };
}

export function buildSiteRow(services: SiteNow): SiteRow {
  return { id: 0, pos: services.site.position, ...buildSiteFields(services) };
}

export function buildPlayersRow(services: SiteNow): PlayersRow {
  return { id: 0, pos: services.site.position, ...buildPlayerFields(services) };
}

function buildSiteFields({ site }: SiteNow): Omit<SiteRow, 'id' | 'pos'> {
  const { settings } = site;
  return {
    name: settings.name,
    server_address: settings.serverAddress,
    chat_link: settings.chatLink,
    store_link: settings.storeLink,
    about: settings.about,
    front_title: settings.frontTitle,
    front_text: settings.frontText,
    banners: settings.banners,
    image_hosts: settings.imageHosts,
    reactions: [...settings.reactions],
    logo: site.theme.logo,
    light_logo: site.theme.lightLogo,
    theme: site.theme.themes.get(site.theme.live)?.name ?? site.theme.live,
    default_appearance: settings.defaultAppearance,
    set_up: settings.setUp,
  };
}

function buildPlayerFields({ status }: SiteNow): Omit<PlayersRow, 'id' | 'pos'> {
  const { players, unknown_since, modes } = status.getCurrent();
  return { players: { count: players, unknown_since, counted: status.isCounting }, modes };
}

/** Never contains a game server's address, which may be in a private network. */
export const listServers = ({ serverStatuses }: { serverStatuses: ServerStatuses }): ServerRow[] => [
  ...serverStatuses.list().map((listedServer) => {
    // A game server that stops does not report that its players have left.
    const reportedPlayers =
      listedServer.state === 'offline' ? null : serverStatuses.getReportedPlayers(listedServer.server.serverId);
    return toServerRow(listedServer, true, reportedPlayers);
  }),
  ...serverStatuses
    .listReporting()
    .map((listedServer) =>
      toServerRow(listedServer, false, serverStatuses.getReportedPlayers(listedServer.server.serverId)),
    ),
];

/** Changes whenever a status that `listServers` returns may have changed. */
export const getServersVersion = ({ serverStatuses }: { serverStatuses: ServerStatuses }): string =>
  [...serverStatuses.list(), ...serverStatuses.listReporting()]
    .map(({ server: { serverId }, state, status }) =>
      [serverId, state, status?.checkedAt, serverStatuses.getReportedPlayers(serverId)].join(' '),
    )
    .join();

function toServerRow(listedServer: ListedServer, pinged: boolean, reportedPlayers: number | null): ServerRow {
  const { server, status, state, since } = listedServer;
  const isOnline = state === 'online';
  return {
    id: server.serverId,
    name: server.name,
    mode: server.mode,
    edition: server.edition,
    pinged,
    state,
    since,
    players: toServerCount(listedServer).players,
    max_players: status?.maxPlayers ?? null,
    reported_players: reportedPlayers,
    version: status?.version ?? '',
    description: (status?.description ?? []).map((part) => ({ ...part, styles: [...part.styles] })),
    icon: status?.icon && status.iconHash ? buildIconAddress(server.serverId, status.iconHash) : null,
    latency_ms: isOnline ? (status?.latencyMs ?? null) : null,
  };
}

const buildIconAddress = (serverId: number, hash: string): string => `/server-icons/${serverId}-${hash}.webp`;
