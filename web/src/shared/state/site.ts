import { defaultReactions } from '@guildhall/domain/reaction/emoji.js';
import type { SiteRow } from '@guildhall/domain/wire/schemas/live/rows.js';
import type { SiteResponse } from '@guildhall/domain/wire/schemas/site/site.js';
import { create } from 'zustand';
import { toRowPosition } from '../../live/positions.js';
import { get } from '../api/api.js';

export interface Site extends Omit<SiteRow, 'id' | 'pos'>, Pick<SiteResponse, 'players' | 'modes'> {
  pos: string | null;
}

/** The settings of a fresh install, used until the site's own are loaded. */
const unknownSite: Site = {
  name: 'Guildhall',
  server_address: '',
  chat_link: '',
  store_link: '',
  about: '',
  front_title: '',
  front_text: '',
  banners: [],
  image_hosts: [],
  reactions: [...defaultReactions],
  logo: null,
  light_logo: null,
  theme: 'default',
  default_appearance: 'theme',
  set_up: true,
  players: { count: 0, unknown_since: null, counted: false },
  modes: [],
  pos: null,
};

export const useSite = create<Site>(() => unknownSite);

export function useSiteName(): string {
  return useSite((site) => site.name);
}

export async function loadSite(): Promise<boolean> {
  try {
    const { position, ...site } = (await get<SiteResponse>('/site')).body;
    useSite.setState({ ...site, pos: toRowPosition(position) });
    return true;
  } catch {
    return false;
  }
}
