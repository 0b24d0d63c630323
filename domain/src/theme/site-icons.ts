export interface IconLink {
  rel: 'icon' | 'apple-touch-icon';
  href: string;
  type: string;
  media: string | null;
}

export const iconSizes = { icon: 48, 'apple-touch-icon': 180 } as const;
export const markAddress = '/favicon.svg';
const logoPattern = /^\/pictures\/([0-9a-f]{64})\.webp$/;

export const getSiteLetter = (siteName: string): string => (/[\p{L}\p{N}]/u.exec(siteName)?.[0] ?? '?').toUpperCase();

/** `variant` is the width in pixels, preceded by `maskable-` for icons that may be cropped to a shape. */
export const getIconAddress = (hash: string, variant: number | `maskable-${number}`): string =>
  `/icons/${hash}-${variant}.png`;

export function buildIconLinks(logo: string | null, lightLogo: string | null): IconLink[] {
  const hash = parseLogoHash(logo) ?? parseLogoHash(lightLogo);
  if (hash === null) return [{ rel: 'icon', href: markAddress, type: 'image/svg+xml', media: null }];
  const light = parseLogoHash(lightLogo) ?? hash;
  const link = (rel: IconLink['rel'], hash: string, media: string | null = null): IconLink => ({
    rel,
    media,
    href: getIconAddress(hash, iconSizes[rel]),
    type: 'image/png',
  });
  const icons =
    light === hash
      ? [link('icon', hash)]
      : [link('icon', hash, '(prefers-color-scheme: dark)'), link('icon', light, '(prefers-color-scheme: light)')];
  return [...icons, link('apple-touch-icon', hash)];
}

export const parseLogoHash = (logo: string | null): string | null => logoPattern.exec(logo ?? '')?.[1] ?? null;
