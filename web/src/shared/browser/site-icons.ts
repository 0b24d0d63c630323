import { iconLinks, markAddress } from '@guildhall/domain/theme/site-icons.js';

/** The icon of the tab follows the logo, and without one the accent. `pos`: of the change, so that it is read again. */
export function showIconsOf(logo: string | null, lightLogo: string | null, pos: string): void {
  const before = [...document.querySelectorAll<HTMLLinkElement>('link[rel="icon"], link[rel="apple-touch-icon"]')];
  const links = iconLinks(logo, lightLogo).map(({ rel, href, type, media }) => {
    const link = document.createElement('link');
    Object.assign(link, { rel, type, href: href === markAddress ? `${href}?at=${pos}` : href, media: media ?? '' });
    return link;
  });
  document.head.append(...links);
  for (const link of before) link.remove();
}
