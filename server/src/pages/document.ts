import { isolateRightToLeft } from '@guildhall/domain/text/direction.js';
import { preloadedResponsesId } from '@guildhall/domain/wire/preloaded-responses.js';
import { pages } from '@guildhall/domain/wire/pages.js';
import type { SiteResponse } from '@guildhall/domain/wire/schemas/site/site.js';
import { buildIconLinks, markAddress, type IconLink } from '@guildhall/domain/theme/site-icons.js';
import { html, emptyHtml, type Html } from '../text/html.js';
import type { Page } from './page.js';
import type { Template } from './template.js';
import { texts } from './texts.js';

interface Site extends Pick<SiteResponse, 'name' | 'logo' | 'light_logo'> {
  publicUrl: string;
}

const close = '</div>';

export function renderDocumentStart(template: Template, page: Page, site: Site): string {
  const { head, body, screens } = template;
  const links = page.screen ? screens.renderLinks(page.screen) : '';
  const data = `<script type="application/json" id="${preloadedResponsesId}">`;
  return `${head}${renderDocumentHead(page, site).text}${links}${body}${renderFrame(page, site).text}${close}${data}`;
}

export const renderDocumentEnd = ({ end }: Template): string => `</script>${end.slice(close.length)}`;

function renderDocumentHead(page: Page, { name, logo, light_logo: lightLogo, publicUrl }: Site): Html {
  const { title, description, kind = 'website', feed } = page;
  const full = title === null ? name : `${isolateRightToLeft(title)} · ${isolateRightToLeft(name)}`;
  const picture = page.picture ?? logo ?? lightLogo;
  return html`<title>${full}</title>
    <meta name="description" content="${description}" />
    ${buildIconLinks(logo, lightLogo).map(renderIconLine)}
    <meta property="og:site_name" content="${name}" />
    <meta property="og:type" content="${kind}" />
    <meta property="og:title" content="${title ?? name}" />
    <meta property="og:description" content="${description}" />
    <meta name="twitter:card" content="summary" />
    ${picture === null ? emptyHtml : html`<meta property="og:image" content="${new URL(picture, publicUrl).href}" />`}
    ${renderAddressLines(page, publicUrl)}
    ${feed === undefined ? emptyHtml : html`<link rel="alternate" type="application/atom+xml" href="${feed}" />`}`;
}

function renderIconLine({ rel, href, type, media }: IconLink): Html {
  const mediaAttribute = media === null ? emptyHtml : html`media="${media}"`;
  return html`<link rel="${rel}" href="${href}" type="${type}" ${mediaAttribute} />`;
}

/** Omits `noindex` if the page is only temporarily unavailable so that search engines do not drop it. */
function renderAddressLines({ canonical = null, status }: Page, publicUrl: string): Html {
  if (status === 503) return emptyHtml;
  return canonical === null
    ? html`<meta name="robots" content="noindex" />`
    : html`<link rel="canonical" href="${publicUrl}${canonical}" />
        <meta property="og:url" content="${publicUrl}${canonical}" />`;
}

function renderFrame({ content }: Page, { name, logo, light_logo: lightLogo }: Site): Html {
  return html`<div class="first">
    <header class="first-bar">
      <a class="skip-link" href="#content">${texts.skip}</a>
      <div>
        <a href="/">${renderLogos(logo, lightLogo)}${name}</a>
        <nav aria-label="${texts.main}">
          <a href="${pages.forums.path}">${pages.forums.title}</a>
          <a href="${pages.members.path}">${texts.writers}</a>
        </nav>
      </div>
    </header>
    <main id="content" tabindex="-1">${content}</main>
  </div>`;
}

function renderLogos(logo: string | null, lightLogo: string | null): Html {
  const renderImage = (src: string, kind: string) => html`<img src="${src}" height="28" alt="" class="${kind}" />`;
  const [onDark, onLight] = [logo ?? lightLogo, lightLogo ?? logo];
  if (onDark === null || onLight === null) return renderImage(markAddress, 'logo');
  return html`${renderImage(onDark, 'on-dark')}${renderImage(onLight, 'on-light')}`;
}
