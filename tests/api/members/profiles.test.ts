import type { PersonRow } from '@guildhall/domain/wire/schemas/members/members.js';
import type { ActivityRow, Profile, WallReplyRow } from '@guildhall/domain/wire/schemas/members/profiles.js';
import { createSystemContext } from '@guildhall/server/commands/command-context.js';
import { endFollowsOfErased } from '@guildhall/server/erasure/end-follows.js';
import { describe, expect, test } from 'vitest';
import { readPages } from '../../support/site/pages.js';
import { type SiteMember, testSite } from '../../support/site/site.js';

const site = testSite();

const createPerson = () => site.createMember(site.createName());
const readProfile = (name: string, as?: SiteMember, query = '') => site.get<Profile>(`/profile/${name}${query}`, as);
const write = async (on: SiteMember, as = site.member, content = 'Hello!') =>
  (await site.perform('POST', `/profile/${on.name}/posts`, { content }, { as })).id;
const reply = async (id: number, as = site.member, content = 'Hello to you!') =>
  (await site.perform('POST', `/profile/posts/${id}/replies`, { content }, { as })).id;
const follow = (whom: SiteMember, as = site.member) =>
  site.perform('POST', `/profile/${whom.name}/follow`, undefined, { as });
const erase = ({ id }: SiteMember, texts: boolean) =>
  site.perform('POST', `/admin/delete/${id}`, { texts }, { as: site.admin });
const buildRefusal = async (method: string, path: string, body?: object, as?: SiteMember) => {
  const { status, json } = await site.send(method, path, body, { as });
  return [status, (json as { error: string }).error];
};
const listIds = (rows: readonly { id: number }[]) => rows.map(({ id }) => id);

describe('profile', () => {
  test('shows a profile to everyone without the email address, ignoring case in the name', async () => {
    const member = await createPerson();
    await site.createReply(await site.createThread(member), member);
    const publicProfile = await readProfile(member.name.toUpperCase());
    expect(publicProfile).toMatchObject({
      user: { id: member.id, username: member.name, role: null, post_count: 2 },
      followers: 0,
      following: 0,
      posts: [],
      isFollowing: false,
      game_accounts: [],
    });
    const ownResponse = await site.send('GET', `/profile/${member.name}`, undefined, { as: member });
    expect(ownResponse.text).not.toContain('@');
  });

  test("a staff member's profile shows their role", async () => {
    expect((await readProfile(site.admin.name)).user.role).toBe('Admin');
  });

  test('responds with 404 for the profile of an unknown, unverified or erased member', async () => {
    const erasedMember = await createPerson();
    await erase(erasedMember, true);
    const unverifiedName = site.createName();
    const password = 'a good password';
    const form = {
      email: `${unverifiedName}@example.org`,
      username: unverifiedName,
      password,
      confirm_password: password,
    };
    await site.perform('POST', '/register', form);
    const names = [
      'Nobody',
      erasedMember.name,
      unverifiedName,
      'no name',
      '%00',
      '__proto__',
      `${site.member.name}@example.org`,
    ];
    for (const name of names) {
      for (const path of ['', '/followers', '/following', '/activity']) {
        const refusal = await buildRefusal('GET', `/profile/${encodeURIComponent(name)}${path}`);
        expect(refusal, name + path).toEqual([404, 'Profile not found.']);
      }
    }
    const calls: [string, object?][] = [['/follow'], ['/unfollow'], ['/posts', { content: 'Hi' }]];
    for (const [path, body] of calls) {
      const refusal = await buildRefusal('POST', `/profile/${erasedMember.name}${path}`, body, site.member);
      expect(refusal, path).toEqual([404, 'Profile not found.']);
    }
  });
});

describe('following a member', () => {
  test('counts and lists a follow for both members until it ends', async () => {
    const [star, fan] = [await createPerson(), await createPerson()];
    await follow(star, fan);
    await follow(star, fan);
    await follow(star, site.other);
    expect(await readProfile(star.name, fan)).toMatchObject({ followers: 2, following: 0, isFollowing: true });
    expect(await readProfile(star.name, site.member)).toMatchObject({ followers: 2, isFollowing: false });
    expect(await readProfile(star.name)).toMatchObject({ followers: 2, isFollowing: false });
    expect(await readProfile(fan.name)).toMatchObject({ followers: 0, following: 1 });
    const followers = await site.get<PersonRow[]>(`/profile/${star.name}/followers`);
    expect(followers.map(({ username }) => username)).toEqual([site.other.name, fan.name]);
    expect(listIds(await site.get<PersonRow[]>(`/profile/${fan.name}/following`))).toEqual([star.id]);
    await site.perform('POST', `/profile/${star.name}/unfollow`, undefined, { as: fan });
    expect(await readProfile(star.name, fan)).toMatchObject({ followers: 1, isFollowing: false });
    expect(listIds(await site.get<PersonRow[]>(`/profile/${star.name}/followers`))).toEqual([site.other.id]);
  });

  test('rejects an invalid follow with the specified messages', async () => {
    expect(await buildRefusal('POST', '/profile/Robin/follow')).toEqual([401, 'Login required!']);
    expect(await buildRefusal('POST', '/profile/Robin/unfollow')).toEqual([401, 'Login required!']);
    const refusal = await buildRefusal('POST', '/profile/steve/follow', undefined, site.member);
    expect(refusal).toEqual([400, 'You cannot follow yourself.']);
  });

  test('erasing either member ends a follow for both', async () => {
    const [goneMember, otherMember] = [await createPerson(), await createPerson()];
    await follow(goneMember, otherMember);
    await follow(otherMember, goneMember);
    await erase(goneMember, false);
    expect(await site.get(`/profile/${otherMember.name}/followers`)).toEqual([]);
    expect(await site.get(`/profile/${otherMember.name}/following`)).toEqual([]);
    const erasedEvent = (await site.services.log.readStream(`user-${goneMember.id}`)).at(-1);
    if (erasedEvent)
      await endFollowsOfErased(site.services).handle(erasedEvent, (part) => createSystemContext('end', part));
    await site.catchUpViews();
    expect(await readProfile(otherMember.name, otherMember)).toMatchObject({ followers: 0, following: 0 });
  });

  test('paginates followers', async () => {
    const star = await createPerson();
    const fanIds: number[] = [];
    for (let n = 0; n < 5; n++) {
      const fan = await createPerson();
      await follow(star, fan);
      fanIds.unshift(fan.id);
    }
    for (const limit of [2, 5]) {
      const rows = (await readPages<PersonRow>(site, `/profile/${star.name}/followers?limit=${limit}`)).flat();
      expect(listIds(rows)).toEqual(fanIds);
    }
  });
});

describe('wall', () => {
  test('lists wall posts, newest first, with the number of replies and the newest of them', async () => {
    const owner = await createPerson();
    const firstPost = await write(owner, site.member, 'The *first*');
    const second = await write(owner, owner);
    const replies: number[] = [];
    for (let n = 0; n < 7; n++) replies.push(await reply(firstPost, site.other, `Reply ${n}`));
    const { posts } = await readProfile(owner.name);
    expect(listIds(posts)).toEqual([second, firstPost]);
    expect(posts[1]).toMatchObject({
      author_id: site.member.id,
      author_name: 'Steve',
      owner_id: owner.id,
      reply_count: 7,
      content: 'The *first*',
      content_html: '<p>The <em>first</em></p>\n',
    });
    expect(listIds(posts[1]?.replies ?? [])).toEqual(replies.slice(-5));
    expect(posts[1]?.replies.at(-1)).toMatchObject({ user_name: 'Robin', content: 'Reply 6', post_id: firstPost });
    expect(posts[0]).toMatchObject({ reply_count: 0, replies: [] });
    const all = (await readPages<WallReplyRow>(site, `/profile/posts/${firstPost}/replies?limit=3`)).flat();
    expect(listIds(all)).toEqual([...replies].reverse());
  });

  test('paginates wall posts, twenty at a time', async () => {
    const owner = await createPerson();
    const postIds: number[] = [];
    for (let n = 0; n < 23; n++) postIds.unshift(await write(owner));
    const firstPage = await site.send('GET', `/profile/${owner.name}`);
    expect(listIds((firstPage.json as Profile).posts)).toEqual(postIds.slice(0, 20));
    const next = /cursor=(\d{20})/.exec(String(firstPage.headers.link))?.[1];
    const second = await site.send('GET', `/profile/${owner.name}?cursor=${next}`);
    expect(listIds((second.json as Profile).posts)).toEqual(postIds.slice(20));
    expect(second.headers.link).toBeUndefined();
  });

  test('rejects invalid wall posts with the specified messages', async () => {
    const post = await write(site.other);
    for (const path of ['/profile/Robin/posts', `/profile/posts/${post}/replies`]) {
      expect(await buildRefusal('POST', path, { content: 'Hi' })).toEqual([401, 'Login required!']);
      for (const body of [{ content: ' \n ' }, { content: '' }, {}]) {
        expect(await buildRefusal('POST', path, body, site.member)).toEqual([400, 'Type something!']);
      }
    }
    expect(await buildRefusal('POST', '/profile/posts/5/replies', { content: 'Hi' }, site.member)).toEqual([
      404,
      'Not found.',
    ]);
    const response = await reply(post);
    const toReply = await buildRefusal('POST', `/profile/posts/${response}/replies`, { content: 'Hi' }, site.member);
    expect(toReply, 'a reply to a reply').toEqual([404, 'Not found.']);
  });

  test('the author, the wall owner and moderators can delete a wall post, but only moderators restore it', async () => {
    const owner = await createPerson();
    const post = await write(owner, site.member);
    const ownReply = await reply(post, site.member);
    const otherReply = await reply(post, site.other);
    const remove = (id: number, as: SiteMember) => site.send('DELETE', `/profile/posts/${id}`, undefined, { as });
    expect((await remove(post, site.other)).status).toBe(403);
    expect((await remove(ownReply, site.other)).status).toBe(403);
    expect((await remove(ownReply, site.member)).status, 'by its author').toBe(200);
    expect((await readProfile(owner.name)).posts[0]).toMatchObject({ reply_count: 1, replies: [{ id: otherReply }] });
    expect((await remove(otherReply, owner)).status, 'by the owner of the wall').toBe(200);
    expect((await readProfile(owner.name)).posts[0]).toMatchObject({ reply_count: 0, replies: [] });
    expect((await remove(post, site.admin)).status, 'by a moderator').toBe(200);
    expect((await readProfile(owner.name)).posts).toEqual([]);
    expect(await buildRefusal('GET', `/profile/posts/${post}/replies`)).toEqual([404, 'Not found.']);
    expect((await remove(post, site.member)).status, 'it is not there any more').toBe(404);
    const restore = (id: number, as: SiteMember) =>
      site.send('POST', `/profile/posts/${id}/restore`, undefined, { as });
    expect((await restore(post, owner)).status).toBe(404);
    expect((await restore(post, site.admin)).status).toBe(200);
    expect((await restore(otherReply, site.admin)).status).toBe(200);
    expect((await readProfile(owner.name)).posts).toMatchObject([
      { id: post, reply_count: 1, replies: [{ id: otherReply }] },
    ]);
  });

  test('stores a wall post only once, even if it is resent several times', async () => {
    const owner = await createPerson();
    const send = () =>
      site.perform('POST', `/profile/${owner.name}/posts`, { content: 'Once' }, { as: site.member, key: 'once' });
    const [a, b] = [await send(), await send()];
    expect(a.id).toBe(b.id);
    expect(listIds((await readProfile(owner.name)).posts)).toEqual([a.id]);
  });

  test("shows an erased member's wall posts as [deleted], without content if it was erased too", async () => {
    const owner = await createPerson();
    const [remainingMember, goneMember] = [await createPerson(), await createPerson()];
    const post = await write(owner, remainingMember, 'I was here');
    await reply(post, goneMember, 'So was I');
    await erase(remainingMember, false);
    await erase(goneMember, true);
    const { posts } = await readProfile(owner.name);
    expect(posts).toMatchObject([
      {
        author_name: '[deleted]',
        author_avatar: null,
        content: 'I was here',
        replies: [{ user_name: '[deleted]', content: '[erased]', content_html: '<p>[erased]</p>' }],
      },
    ]);
  });

  test("responds with 404 to the ids of an erased member's wall posts", async () => {
    const owner = await createPerson();
    const post = await write(owner);
    await reply(post);
    await erase(owner, false);
    expect(await buildRefusal('GET', `/profile/posts/${post}/replies`)).toEqual([404, 'Not found.']);
    expect((await buildRefusal('POST', `/profile/posts/${post}/replies`, { content: 'Hi' }, site.member))[0]).toBe(404);
  });
});

describe('member activity', () => {
  const readActivity = (of: SiteMember, as?: SiteMember, query = '') =>
    site.get<ActivityRow[]>(`/profile/${of.name}/activity${query}`, as);

  test("lists a member's visible threads and replies, newest first", async () => {
    const author = await createPerson();
    const thread = await site.createThread(author, { title: 'On bridges', content: 'Some **text**' });
    const otherThread = await site.createThread();
    const visibleReply = await site.createReply(otherThread, author, 'I agree');
    const deletedReply = await site.createReply(otherThread, author);
    await site.perform('DELETE', `/forums/posts/${deletedReply}`, undefined, { as: author });
    expect(await readActivity(author)).toMatchObject([
      { kind: 'post', id: visibleReply, thread_id: otherThread, title: 'A title', content: 'I agree' },
      { kind: 'thread', id: thread, thread_id: thread, title: 'On bridges', content: 'Some text' },
    ]);
    await site.perform('DELETE', `/forums/threads/${otherThread}`, undefined, { as: site.member });
    expect(listIds(await readActivity(author)), 'excludes replies in a deleted thread').toEqual([thread]);
  });

  test('hides activity that the caller cannot view, even after a move', async () => {
    const author = await createPerson();
    const section_id = await site.createSection();
    const [open, secret] = [await site.createThread(author), await site.createThread(author, { section_id })];
    await site.createReply(secret, author, 'a secret');
    await site.hide(section_id);
    for (const viewer of [undefined, site.member, author]) {
      expect(listIds(await readActivity(author, viewer))).toEqual([open]);
    }
    expect(await readActivity(author, site.admin)).toHaveLength(3);
    const move = { section_id, subsection_id: null };
    await site.perform('POST', `/forums/threads/${open}/move`, move, { as: site.admin });
    expect(await readActivity(author)).toEqual([]);
    const headers = (await site.send('GET', `/profile/${author.name}/activity`)).headers;
    expect(headers.link, 'nor tells that there is more').toBeUndefined();
  });

  test('paginates activity and skips hidden content', async () => {
    const author = await createPerson();
    const section_id = await site.createSection();
    const thread = await site.createThread();
    const secret = await site.createThread(site.admin, { section_id });
    const postIds: number[] = [];
    for (let n = 0; n < 7; n++) {
      postIds.unshift(await site.createReply(thread, author));
      await site.createReply(secret, author);
    }
    await site.hide(section_id);
    for (const limit of [1, 3, 7, 8]) {
      const rows = (await readPages<ActivityRow>(site, `/profile/${author.name}/activity?limit=${limit}`)).flat();
      expect(listIds(rows), `pages of ${limit}`).toEqual(postIds);
    }
  });

  test('ends a page of activity after hundreds of hidden entries and continues from there', async () => {
    const author = await createPerson();
    const section_id = await site.createSection();
    const oldest = await site.createThread(author);
    const secret = await site.createThread(site.admin, { section_id });
    for (let n = 0; n < 510; n += 10) {
      await Promise.all(Array.from({ length: 10 }, () => site.createReply(secret, author)));
    }
    await site.hide(section_id);
    const firstPage = await site.send('GET', `/profile/${author.name}/activity`);
    expect(firstPage.json).toEqual([]);
    expect(firstPage.headers.link).toContain('cursor=');
    expect(listIds((await readPages<ActivityRow>(site, `/profile/${author.name}/activity`)).flat())).toEqual([oldest]);
  });
});
