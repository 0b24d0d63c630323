import { html, emptyHtml, extractText } from '../text/html.js';
import { replaceHtmlSpoilers } from '../text/spoilers.js';
import { findFirstPicture } from '../text/pictures.js';
import { buildUploadAddress } from '@guildhall/domain/uploads.js';
import { isolateRightToLeft } from '@guildhall/domain/text/direction.js';
import { cutText } from '@guildhall/domain/text/graphemes.js';
import { limits } from '@guildhall/domain/limits.js';
import { isFormerName, findRowByName } from '@guildhall/domain/wire/place-names.js';
import { firstReads, pages } from '@guildhall/domain/wire/pages.js';
import type { PostRow } from '@guildhall/domain/wire/schemas/forum/posts.js';
import type { SectionRow, SubsectionRow } from '@guildhall/domain/wire/schemas/forum/sections.js';
import type { ThreadRow, ThreadSummary } from '@guildhall/domain/wire/schemas/forum/threads.js';
import { redirectTo, createNotFoundPage, createPlainPage } from './plain-pages.js';
import { buildMarksQuery, catchAsNull } from './page-reads.js';
import type { RenderPage, Page, PageContext } from './page.js';
import {
  renderLine,
  renderList,
  buildPlaceAddress,
  renderPlaceLines,
  buildPlaceStep,
  renderPosts,
  buildThreadAddress,
  forumsStep,
  renderBreadcrumbs,
} from './pieces.js';
import { texts } from './texts.js';

const maxDescriptionHtml = 16_000;

export const renderForumsPage: RenderPage = (context): Page => {
  omitUpdates(context, []);
  return {
    title: pages.forums.title,
    description: texts.forumsIntro,
    canonical: pages.forums.path,
    feed: '/feed.atom',
    screen: 'forum/lazy-screens.ts',
    content: html`<h1>${pages.forums.title}</h1>
      <p>${texts.forumsIntro}</p>
      ${renderPlaceLines(context.sections)}`,
  };
};

export const renderLatestPage: RenderPage = async (context): Promise<Page> => {
  const threads = await readLatestThreads(context);
  return {
    title: pages.latest.title,
    description: texts.latestIntro,
    canonical: pages.latest.path,
    feed: '/feed.atom',
    screen: 'forum/lazy-screens.ts',
    content: html`<h1>${pages.latest.title}</h1>
      <p>${texts.latestIntro}</p>
      ${renderThreadLines(threads)}`,
  };
};

/** The cached page is shared by everyone with a role, so it does not contain a member's own list. */
async function readLatestThreads(context: PageContext): Promise<ThreadSummary[]> {
  const { reads, tab } = context;
  if (tab !== null) {
    reads.leave(firstReads.latest.own, { list: tab }, { listsThreads: true });
    return [];
  }
  const { body } = await reads.load<ThreadSummary[]>(firstReads.latest.threads);
  omitUpdates(context, body);
  return body;
}

export const renderPlacePage: RenderPage = async (context): Promise<Page> => {
  const foundPlace = findPlace(context.sections, context.params['section'] ?? '', context.params['subsection']);
  if (!foundPlace) return createNotFoundPage();
  const { section, subsection } = foundPlace;
  const address = buildPlaceAddress(section.name, ...(subsection ? [subsection.name] : []));
  if (foundPlace.isFormer) return redirectTo(address);
  const { display_name, description } = subsection ?? section;
  const subsectionQuery: Record<string, string> = subsection ? { subsection_id: String(subsection.id) } : {};
  const placeQuery = { section_id: String(section.id), ...subsectionQuery };
  const threads = await catchAsNull(context.reads.load<ThreadSummary[]>(firstReads.place.threads, placeQuery));
  omitUpdates(context, threads?.body ?? []);
  return {
    title: display_name,
    description: description || `${isolateRightToLeft(display_name)} - ${isolateRightToLeft(context.site.name)}`,
    canonical: address,
    feed: `${address}/feed.atom`,
    screen: 'forum/lazy-screens.ts',
    content: html`${renderBreadcrumbs(subsection ? [forumsStep, buildPlaceStep(section)] : [forumsStep])}
      <h1 dir="auto">${display_name}</h1>
      <p dir="auto">${description}</p>
      ${subsection || section.subcategories.length === 0 ? emptyHtml : renderSubcategories(section)}
      <h2>${texts.threads}</h2>
      ${renderThreadLines(threads?.body ?? [])}`,
  };
};

export function omitUpdates({ reads, actor }: PageContext, threads: readonly { id: number }[]): void {
  if (actor.userId === null) return;
  if (threads.length > 0) reads.leave(firstReads.unread.threads, buildMarksQuery(threads));
  reads.leave(firstReads.unread.places);
}

const renderSubcategories = (section: SectionRow) =>
  html`<h2>${texts.subcategories}</h2>
    ${renderList(
      section.subcategories.map((subsection) => {
        const { name, address } = buildPlaceStep(section, subsection);
        return renderLine(address, name, texts.placeCounts(subsection.thread_count, subsection.post_count));
      }),
    )}`;

export const renderThreadLines = (threads: readonly ThreadSummary[]) =>
  renderList(
    threads.map(({ id, title, username, content }) =>
      renderLine(buildThreadAddress(id), title, `${username}: ${isolateRightToLeft(content)}`),
    ),
  );

export const renderThreadPage: RenderPage = async (context): Promise<Page> => {
  const { reads, sections, params } = context;
  const id = params['id'] ?? '';
  if (!/^[1-9]\d{0,15}$/.test(id)) return createNotFoundPage();
  const [thread, replies] = await Promise.all([
    catchAsNull(reads.load<ThreadRow>(firstReads.thread.thread, { id })),
    catchAsNull(reads.load<PostRow[]>(firstReads.thread.posts, { id })),
    reads.prefetch(firstReads.thread.acts, { id }),
  ]);
  if (!thread || !replies) return { ...createNotFoundPage(), screen: 'thread/thread-page.tsx' };
  if (replies.more) await reads.load(firstReads.thread.lastPosts, { id });
  omitThreadExtras(context, id);
  const { title, content_html, reply_count, avatar_url, section_id, subsection_id } = thread.body;
  const section = sections.find((row) => row.id === section_id);
  const subsection = section?.subcategories.find((row) => row.id === subsection_id);
  const steps = section ? [buildPlaceStep(section), ...(subsection ? [buildPlaceStep(section, subsection)] : [])] : [];
  return {
    title,
    description: buildDescription(content_html) || title,
    canonical: buildThreadAddress(thread.body.id),
    kind: 'article',
    picture: findPicture(context, content_html) ?? avatar_url,
    screen: 'thread/thread-page.tsx',
    content: html`${renderBreadcrumbs([forumsStep, ...steps])}
      <h1 dir="auto">${title}</h1>
      <p class="first-facts">${texts.replies(reply_count)}</p>
      ${renderPosts([thread.body, ...replies.body])}`,
  };
};

/** Only guests' pages name a picture, because other sites load both the page and the picture as guests. */
function findPicture({ actor }: PageContext, html: string): string | null {
  const id = actor.userId === null ? findFirstPicture(replaceHtmlSpoilers(html)) : null;
  return id === null ? null : buildUploadAddress(id);
}

/** Cuts the HTML rather than its source, because a source cut within a spoiler would reveal it. */
const buildDescription = (html: string): string =>
  cutText(extractText(replaceHtmlSpoilers(html.slice(0, maxDescriptionHtml))), limits.preview);

function omitThreadExtras({ reads, actor }: PageContext, id: string): void {
  if (actor.userId === null) return;
  reads.leave(firstReads.ownOfThread.deleted, { id });
  reads.leave(firstReads.ownOfThread.reactions, { id });
  reads.leave(firstReads.unread.threads, { threads: id });
  reads.leave(firstReads.ownOfThread.watch, { id });
}

function findPlace(sections: readonly SectionRow[], sectionName: string, subsectionName: string | undefined) {
  const section = findRowByName(sections, sectionName);
  if (!section) return undefined;
  const isFormer = isFormerName(section, sectionName);
  if (subsectionName === undefined) return { section, subsection: undefined, isFormer };
  const subsection: SubsectionRow | undefined = findRowByName(section.subcategories, subsectionName);
  return subsection && { section, subsection, isFormer: isFormer || isFormerName(subsection, subsectionName) };
}

export const renderNewThreadPage: RenderPage = (context) => {
  const foundPlace = findPlace(context.sections, context.params['section'] ?? '', context.params['subsection']);
  if (!foundPlace) return createNotFoundPage();
  const { section, subsection, isFormer } = foundPlace;
  if (isFormer) return redirectTo(`${buildPlaceAddress(section.name, ...(subsection ? [subsection.name] : []))}/new`);
  return createPlainPage(pages.newInSection.title, 'forum/new-thread-page.tsx')(context);
};
