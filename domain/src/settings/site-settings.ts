import { defaultReactions, type Emoji } from '../reaction/emoji.js';
import type { DefaultAppearance } from '../theme/schemes.js';

export interface Banner {
  title: string;
  text: string;
  link: string;
}

export interface StatusMode {
  mode: string;
  statusUrl: string;
}

/** Prose, such as `about`, is in Markdown. Addresses are HTTP(S) URLs, or '' if not set. */
export interface SiteSettings {
  name: string;
  serverAddress: string;
  chatLink: string;
  storeLink: string;
  about: string;
  frontTitle: string;
  frontText: string;
  defaultAppearance: DefaultAppearance;
  rules: string;
  banners: Banner[];
  statusUrl: string;
  statusModes: StatusMode[];
  imageHosts: string[];
  reactions: readonly Emoji[];
  mailSender: string;
  presence: boolean;
  /** In millions of bytes. */
  uploadMemberMb: number;
  uploadSiteMb: number;
  uploadsPerMinute: number;
  /** Per member. */
  gameAccounts: number;
  /** The URL of a service that serves pictures of players' faces by UUID. */
  headsUrl: string;
  setUp: boolean;
}

export const defaultSettings: SiteSettings = {
  name: 'Guildhall',
  serverAddress: 'play.example.org',
  chatLink: '',
  storeLink: '',
  about: 'The forums and members of our game servers.',
  frontTitle: 'Build it together.\nTalk about it here.',
  frontText: 'News, ideas and people from the network. Replies appear as you read.',
  defaultAppearance: 'theme',
  rules: '',
  banners: [],
  statusUrl: '',
  statusModes: [],
  imageHosts: [],
  reactions: defaultReactions,
  mailSender: '',
  presence: true,
  uploadMemberMb: 200,
  uploadSiteMb: 20_000,
  uploadsPerMinute: 20,
  gameAccounts: 1,
  headsUrl: '',
  setUp: false,
};
