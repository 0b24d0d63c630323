import { isolateRightToLeft } from '@guildhall/domain/text/direction.js';
import { preloadedResponsesId } from '@guildhall/domain/wire/preloaded-responses.js';
import { pages } from '@guildhall/domain/wire/pages.js';
import type { SiteResponse } from '@guildhall/domain/wire/schemas/site/site.js';
import { iconLinks, markAddress, type IconLink } from '@guildhall/domain/theme/site-icons.js';
import { html, emptyHtml, type Html } from '../text/html.js';
import type { Page } from './page.js';
import type { Template } from './template.js';
import { texts } from './texts.js';

interface Site extends Pick<SiteResponse, 'name' | 'logo' | 'light_logo'> {
  publicUrl: string;
}

const close = '</div>';

export function documentStart(template: Template, page: Page, site: Site): string {
  const { head, body, screens } = template;
  const links = page.screen ? screens.linksOf(page.screen) : '';
  const data = `<script type="application/json" id="${preloadedResponsesId}">`;
  return `${head}${documentHead(page, site).text}${links}${body}${frame(page, site).text}${close}${data}`;
}

export const documentEnd = ({ end }: Template): string => `</script>${end.slice(close.length)}`;

function documentHead(page: Page, { name, logo, light_logo: lightLogo, publicUrl }: Site): Html {
  const { title, description, kind = 'website', feed } = page;
  const full = title === null ? name : `${isolateRightToLeft(title)} · ${isolateRightToLeft(name)}`;
  const picture = page.picture ?? logo ?? lightLogo;
  return html`<title>${full}</title>
    <meta name="description" content="${description}" />
    ${iconLinks(logo, lightLogo).map(iconLine)}
    <meta property="og:site_name" content="${name}" />
    <meta property="og:type" content="${kind}" />
    <meta property="og:title" content="${title ?? name}" />
    <meta property="og:description" content="${description}" />
    <meta name="twitter:card" content="summary" />
    ${picture === null ? emptyHtml : html`<meta property="og:image" content="${new URL(picture, publicUrl).href}" />`}
    ${addressLines(page, publicUrl)}
    ${feed === undefined ? emptyHtml : html`<link rel="alternate" type="application/atom+xml" href="${feed}" />`}`;
}

function iconLine({ rel, href, type, media }: IconLink): Html {
  const mediaAttribute = media === null ? emptyHtml : html`media="${media}"`;
  return html`<link rel="${rel}" href="${href}" type="${type}" ${mediaAttribute} />`;
}

/** Omits `noindex` if the page is only temporarily unavailable so that search engines do not drop it. */
function addressLines({ canonical = null, status }: Page, publicUrl: string): Html {
  if (status === 503) return emptyHtml;
  return canonical === null
    ? html`<meta name="robots" content="noindex" />`
    : html`<link rel="canonical" href="${publicUrl}${canonical}" />
        <meta property="og:url" content="${publicUrl}${canonical}" />`;
}

function frame({ content }: Page, { name, logo, light_logo: lightLogo }: Site): Html {
  return html`<div class="first">
    <header class="first-bar">
      <a class="skip-link" href="#content">${texts.skip}</a>
      <div>
        <a href="/">${logosOf(logo, lightLogo)}${name}</a>
        <nav aria-label="${texts.main}">
          <a href="${pages.forums.path}">${pages.forums.title}</a>
          <a href="${pages.members.path}">${texts.writers}</a>
        </nav>
      </div>
    </header>
    <main id="content" tabindex="-1">${content}</main>
  </div>`;
}

function logosOf(logo: string | null, lightLogo: string | null): Html {
  const image = (src: string, kind: string) => html`<img src="${src}" height="28" alt="" class="${kind}" />`;
  const [onDark, onLight] = [logo ?? lightLogo, lightLogo ?? logo];
  if (onDark === null || onLight === null) return image(markAddress, 'logo');
  return html`${image(onDark, 'on-dark')}${image(onLight, 'on-light')}`;
}
