import { pages } from '@guildhall/domain/wire/pages.js';
import type { AuthorFields } from '@guildhall/domain/wire/schemas/fields.js';
import type { SectionRow, SubsectionRow } from '@guildhall/domain/wire/schemas/forum/sections.js';
import { Html, html, emptyHtml } from '../text/html.js';
import { texts } from './texts.js';

/** Formats days in UTC because the server does not know the reader's time zone. */
const day = new Intl.DateTimeFormat('nl-NL', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' });

export const renderTime = (at: string): Html => html`<time datetime="${at}">${day.format(new Date(at))} (UTC)</time>`;

export const buildThreadAddress = (id: number): string => `/forums/thread/${id}`;
export const buildProfileAddress = (username: string): string => `/profile/${encodeURIComponent(username)}`;
export const buildPlaceAddress = (...names: string[]): string =>
  `/forums/${names.map((name) => encodeURIComponent(name)).join('/')}`;

export const renderProse = (contentHtml: string): Html => new Html(`<div class="prose">${contentHtml}</div>`);

interface PostFields extends Pick<AuthorFields, 'username'> {
  id: number;
  content_html: string;
  created_at: string;
}

const renderPost = ({ id, username, content_html, created_at }: PostFields): Html =>
  html`<article class="first-post" id="post-${id}">
    <h2 class="first-by"><strong>${username}</strong> ${renderTime(created_at)}</h2>
    ${renderProse(content_html)}
  </article>`;

const maxTextLength = 500_000;

export function renderPosts(rows: readonly PostFields[]): Html[] {
  let length = 0;
  const fitsBudget = ({ content_html }: PostFields) => (length += content_html.length) <= maxTextLength;
  const firstOmitted = rows.findIndex((row, n) => !fitsBudget(row) && n > 0);
  return (firstOmitted < 0 ? rows : rows.slice(0, firstOmitted)).map(renderPost);
}

export const renderLine = (address: string, name: string, words: string): Html =>
  html`<li>
    <a href="${address}" dir="auto">${name}</a>
    <p dir="auto">${words}</p>
  </li>`;

export const renderList = (lines: Html[]): Html =>
  html`<ul class="first-list" role="list">
    ${lines}
  </ul>`;

export interface Step {
  name: string;
  address: string;
}

export const renderBreadcrumbs = (steps: Step[]): Html =>
  html`<nav class="first-trail" aria-label="${texts.trail}">
    ${steps.map(({ name, address }, index) => html`${index > 0 ? ' / ' : ''}<a href="${address}" dir="auto">${name}</a>`)}
  </nav>`;

export const forumsStep: Step = { name: pages.forums.title, address: pages.forums.path };

export const buildPlaceStep = (section: SectionRow, subsection?: SubsectionRow): Step => {
  const { display_name: name } = subsection ?? section;
  return { name, address: buildPlaceAddress(section.name, ...(subsection ? [subsection.name] : [])) };
};

export function renderPlaceLines(sections: readonly SectionRow[]): Html {
  return renderList(
    sections.map((section) => {
      const { name, address } = buildPlaceStep(section);
      const subsectionLines = section.subcategories.map((subsection) => {
        const step = buildPlaceStep(section, subsection);
        return renderLine(step.address, step.name, subsection.description);
      });
      return html`<li>
        <a href="${address}" dir="auto">${name}</a>
        <p dir="auto">${section.description}</p>
        ${subsectionLines.length > 0 ? renderList(subsectionLines) : emptyHtml}
      </li>`;
    }),
  );
}
