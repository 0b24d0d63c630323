import { videoOrigin } from '@guildhall/domain/embeds.js';
import { parseUrl } from '../../shared/parse-url.js';

export type Embed = { kind: 'video'; src: string; isTall: boolean } | { kind: 'image'; src: string; host: string };

const videoHosts: readonly string[] = ['youtube.com', 'www.youtube.com', 'm.youtube.com', 'music.youtube.com'];
const shorts = '/shorts/';
const videoId = /^[\w-]{11}$/;
const imageFile = /\.(png|jpe?g|gif|webp|avif)$/i;

/** Returns null for a plain link. */
export function findEmbed(address: string, imageHosts: readonly string[]): Embed | null {
  const url = parseUrl(address);
  if (url === null || url.username !== '' || url.password !== '' || url.port !== '') return null;
  return findVideo(url) ?? findImage(url, imageHosts);
}

function findVideo(url: URL): Embed | null {
  const id = parseVideoId(url);
  if (!/^https?:$/.test(url.protocol) || !videoId.test(id)) return null;
  const start = parseSeconds(url.searchParams.get('t') ?? url.searchParams.get('start') ?? '');
  const src = `${videoOrigin}/embed/${id}${start > 0 ? `?start=${start}` : ''}`;
  return { kind: 'video', src, isTall: url.pathname.startsWith(shorts) };
}

function parseVideoId({ hostname, pathname, searchParams }: URL): string {
  if (hostname === 'youtu.be') return pathname.slice(1);
  if (!videoHosts.includes(hostname)) return '';
  if (pathname === '/watch') return searchParams.get('v') ?? '';
  return pathname.startsWith(shorts) ? pathname.slice(shorts.length) : '';
}

/** Parses `90`, `90s` or `1h2m3s`. Returns 0 for anything else. */
function parseSeconds(time: string): number {
  const [, hours = '0', minutes = '0', seconds = '0'] =
    /^(?:(\d{1,2})h)?(?:(\d{1,3})m)?(?:(\d{1,6})s?)?$/.exec(time) ?? [];
  return Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
}

/** Allows only https, like the content security policy. */
function findImage({ protocol, hostname, pathname, href }: URL, imageHosts: readonly string[]): Embed | null {
  const isShown = protocol === 'https:' && imageHosts.includes(hostname) && imageFile.test(pathname);
  return isShown ? { kind: 'image', src: href, host: hostname } : null;
}
