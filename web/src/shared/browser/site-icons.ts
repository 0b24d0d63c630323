import { buildIconLinks, markAddress } from '@guildhall/domain/theme/site-icons.js';

/** Derives the icon from the logo, or from the accent colour if there is no logo. `pos` serves as a cache buster. */
export function updateSiteIcons(logo: string | null, lightLogo: string | null, pos: string): void {
  const previousLinks = [
    ...document.querySelectorAll<HTMLLinkElement>('link[rel="icon"], link[rel="apple-touch-icon"]'),
  ];
  const links = buildIconLinks(logo, lightLogo).map(({ rel, href, type, media }) => {
    const link = document.createElement('link');
    Object.assign(link, { rel, type, href: href === markAddress ? `${href}?at=${pos}` : href, media: media ?? '' });
    return link;
  });
  document.head.append(...links);
  for (const link of previousLinks) link.remove();
}
