import type { Banner } from '../settings/site-settings.js';

/** The shapes of what the site is called, how it looks and how many play. Times are ISO 8601 in UTC. */
export interface ThemeRow {
  name: string;
  /** Lines `--color-x: value;`. */
  css: string;
  live: boolean;
  /** For `If-Match` of the call that saves it. */
  version: number;
  /** The default theme has none. */
  saved_at?: string;
}

/** A line of the history of themes and logo. */
export interface ThemeActRow {
  revision: number;
  what: 'saved' | 'removed' | 'published' | 'logo';
  /** Of the theme; null for a logo. */
  name: string | null;
  /** As it was saved, or stood when it was removed; null for the other lines. */
  css: string | null;
  /** Of a line about the logo: its address from then on; null for none. */
  logo: string | null;
  at: string;
  /** Null: the installation itself. */
  by: { id: number; username: string } | null;
}

/** `unknown_since`: the count could not be learned since then, and is given as 0. Null while it is known, or not asked for. */
export interface PlayerCount {
  players: number;
  unknown_since: string | null;
}

export interface ModeCount extends PlayerCount {
  mode: string;
}

export interface StatusAnswer extends PlayerCount {
  modes: ModeCount[];
}

/** What every page needs to know of the site. Addresses are '' where there are none. */
export interface SiteAnswer {
  name: string;
  server_address: string;
  chat_link: string;
  store_link: string;
  about: string;
  banners: Banner[];
  /** Null for the name in letters. */
  logo: string | null;
  /** The name of the live theme, whose colours are at `/theme.css`. */
  theme: string;
  set_up: boolean;
  players: { count: number; unknown_since: string | null };
  modes: ModeCount[];
  /** Where the newest change of all but the players stands: `<log>.<position>`. */
  position: string;
}

/** All of it but how many play, as it is pushed to open pages. */
export interface SiteRow extends Omit<SiteAnswer, 'players' | 'modes' | 'position'> {
  id: 0;
  pos: string;
}

/** How many play, as it is pushed to open pages. */
export interface PlayersRow extends Pick<SiteAnswer, 'players' | 'modes'> {
  id: 0;
  pos: string;
}

export interface RulesAnswer {
  content: string;
  content_html: string;
}

export interface SettingsAnswer {
  name: string;
  server_address: string;
  chat_link: string;
  store_link: string;
  about: string;
  rules: string;
  banners: Banner[];
  status_url: string;
  status_modes: { mode: string; status_url: string }[];
  /** '' for the sender that the environment names. */
  mail_sender: string;
  set_up: boolean;
  /** For `If-Match` of the call that saves them. */
  version: number;
}

/** How many played in the time that begins at `at`; null where it is not known. */
export interface PlayersPoint {
  at: string;
  average: number | null;
  max: number | null;
}

/** What came to be on a day, as 2026-11-21 in UTC. Deleted things count: they were written. */
export interface GrowthPoint {
  at: string;
  registered: number;
  verified: number;
  threads: number;
  replies: number;
}
