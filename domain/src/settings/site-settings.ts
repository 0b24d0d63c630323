import type { DefaultAppearance } from '../theme/schemes.js';

/** A banner of the home page. */
export interface Banner {
  title: string;
  text: string;
  /** A path of this site or an https address; '' for none. */
  link: string;
}

/** A game mode with its own server, whose players are counted separately. */
export interface StatusMode {
  mode: string;
  statusUrl: string;
}

/** What the owner may set. Texts are Markdown where a page shows them as text. Addresses: https or http; '' for none. */
export interface SiteSettings {
  name: string;
  serverAddress: string;
  chatLink: string;
  storeLink: string;
  about: string;
  /** The words at the top of the front page. */
  frontTitle: string;
  frontText: string;
  /** What a visitor sees who has not chosen a colour scheme. */
  defaultAppearance: DefaultAppearance;
  rules: string;
  banners: Banner[];
  statusUrl: string;
  statusModes: StatusMode[];
  /** The names of hosts from which texts may show images, in small letters. */
  imageHosts: string[];
  mailSender: string;
  /** Whether the first-run page was completed or skipped. */
  setUp: boolean;
}

export const defaultSettings: SiteSettings = {
  name: 'Guildhall',
  serverAddress: 'play.example.org',
  chatLink: '',
  storeLink: '',
  about: 'The forums and members of our game servers.',
  frontTitle: 'Build it together.\nTalk about it here.',
  frontText: 'News, ideas and people of the network. Replies appear while you read.',
  defaultAppearance: 'theme',
  rules: '',
  banners: [],
  statusUrl: '',
  statusModes: [],
  imageHosts: [],
  mailSender: '',
  setUp: false,
};
