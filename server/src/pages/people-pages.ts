import { firstReads, pages } from '@guildhall/domain/wire/pages.js';
import type { Profile } from '@guildhall/domain/wire/schemas/members/profiles.js';
import { html, emptyHtml } from '../text/html.js';
import { redirectTo, createNotFoundPage } from './plain-pages.js';
import { catchAsNull } from './page-reads.js';
import type { RenderPage, Page } from './page.js';
import { renderTime, renderLine, renderList, renderPosts as written, buildProfileAddress } from './pieces.js';
import { texts } from './texts.js';

export interface RankedMemberRow {
  username: string;
  posts: number;
}

export const renderMemberLines = (members: readonly RankedMemberRow[]) =>
  renderList(
    members.map(({ username, posts }) => renderLine(buildProfileAddress(username), username, texts.posts(posts))),
  );

const createRankingPage =
  ({ path, title }: { path: string; title: string }, read: string, intro: string): RenderPage =>
  async ({ reads }): Promise<Page> => {
    const { body } = await reads.load<RankedMemberRow[]>(read);
    return {
      title,
      description: intro,
      canonical: path,
      screen: 'members/people-page.tsx',
      content: html`<h1>${title}</h1>
        <p>${intro}</p>
        ${renderMemberLines(body)}`,
    };
  };

export const membersPage = createRankingPage(pages.members, firstReads.members.ranking, texts.membersIntro);
export const staffPage = createRankingPage(pages.staff, firstReads.staff.ranking, texts.staffIntro);

export const renderProfilePage: RenderPage = async (context): Promise<Page> => {
  const username = context.params['username'] ?? '';
  const profile = await catchAsNull(context.reads.load<Profile>(firstReads.profile.profile, { username }));
  if (!profile) return { ...createNotFoundPage(texts.noProfile), screen: 'members/profile/profile-page.tsx' };
  const { username: current } = profile.body.user;
  if (current.toLowerCase() !== username.toLowerCase()) return redirectTo(buildProfileAddress(current));
  // Preloads this response because it contains whether the member is followed, and may show when they were last active.
  if (context.actor.userId !== null) context.reads.leave(firstReads.profile.profile, { username });
  const { user, about, posts, followers, following } = profile.body;
  return {
    title: user.username,
    description: texts.profileOf(user.username, user.post_count),
    canonical: buildProfileAddress(user.username),
    kind: 'profile',
    picture: user.avatar_url,
    screen: 'members/profile/profile-page.tsx',
    content: html`<h1>${user.username}</h1>
      ${about.title === null ? emptyHtml : html`<p class="first-facts" dir="auto">${about.title}</p>`}
      <p>${texts.memberSince} ${renderTime(user.created_at)} · ${texts.posts(user.post_count)}</p>
      <p>${texts.follows(followers, following)}</p>
      ${about.bio === null ? emptyHtml : html`<p class="card first-about" dir="auto">${about.bio}</p>`}
      ${written(posts.map((post) => ({ ...post, username: post.author_name })))}`,
  };
};
