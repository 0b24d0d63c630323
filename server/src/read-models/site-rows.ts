import type { PlayersRow, SiteAnswer, SiteRow } from '@guildhall/domain/wire/site.js';
import type { Services } from '../services.js';

type SiteParts = Pick<Services, 'site' | 'status'>;

/** What every page shows of the site, out of memory: it costs no query. */
export function siteAnswerOf(parts: SiteParts & Pick<Services, 'historyId'>): SiteAnswer {
  return { ...shown(parts), ...playing(parts), position: `${parts.historyId}.${parts.site.position}` };
}

/** All of it but how many play, as open pages are told. */
export function siteRow(parts: SiteParts): SiteRow {
  return { id: 0, pos: parts.site.position, ...shown(parts) };
}

export function playersRow(parts: SiteParts): PlayersRow {
  return { id: 0, pos: parts.site.position, ...playing(parts) };
}

function shown({ site }: SiteParts): Omit<SiteRow, 'id' | 'pos'> {
  const { name, serverAddress, chatLink, storeLink, about, banners, setUp } = site.settings;
  return {
    name,
    server_address: serverAddress,
    chat_link: chatLink,
    store_link: storeLink,
    about,
    banners,
    logo: site.theme.logo,
    theme: site.theme.themes.get(site.theme.live)?.name ?? site.theme.live,
    set_up: setUp,
  };
}

function playing({ status }: SiteParts): Omit<PlayersRow, 'id' | 'pos'> {
  const { players, unknown_since, modes } = status.current();
  return { players: { count: players, unknown_since }, modes };
}
