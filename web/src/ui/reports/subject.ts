import { usernamePattern } from '@guildhall/domain/limits.js';
import { parseUrl } from '../../shared/parse-url.js';
import { linkTo, linkToPost, linkToThread, matchPath, paths } from '../../shared/paths.js';

export interface Subject {
  kind: 'thread' | 'post' | 'wallpost';
  id: number;
}

/** The report fields that the page's URL fills in. */
export interface ReportLink {
  player: string;
  subject: Subject | null;
  path: string | null;
}

/**
 * Parses `?player=Bram`, `?post=5&thread=3`, `?thread=3` and `?wallpost=7`. The last three can also include a player.
 */
export function parseReportLink(params: URLSearchParams): ReportLink {
  const player = params.get('player')?.trim() ?? '';
  const [post, thread, wallpost] = ['post', 'thread', 'wallpost'].map((name) => parseId(params.get(name)));
  if (post) return { player, subject: { kind: 'post', id: post }, path: thread ? linkToPost(thread, post) : null };
  if (thread) return { player, subject: { kind: 'thread', id: thread }, path: linkToThread(thread) };
  const path = usernamePattern.test(player) ? linkTo('profile', { username: player }) : null;
  if (wallpost) return { player, subject: { kind: 'wallpost', id: wallpost }, path };
  return { player, subject: null, path: null };
}

export function parseSubject(link: string, origin: string): Subject | { player: string } | null {
  const url = parseUrl(link, origin);
  if (!url || url.origin !== origin) return null;
  const player = matchPath(paths.profile, url.pathname)?.username;
  if (player && usernamePattern.test(player)) return { player };
  const thread = parseId(matchPath(paths.thread, url.pathname)?.id ?? null);
  if (!thread) return null;
  const post = parseId(/^#post-(\d+)$/.exec(url.hash)?.[1] ?? null);
  return post ? { kind: 'post', id: post } : { kind: 'thread', id: thread };
}

function parseId(text: string | null): number | null {
  return text !== null && /^[1-9]\d{0,15}$/.test(text) ? Number(text) : null;
}
