import { limits } from '../../../limits.js';
import { shownReplies } from '../../list-sizes.js';
import { z } from 'zod';
import { avatar, count, id, name, person, position, time } from '../fields.js';
import { prefixRow } from '../forum/sections.js';
import { gameAccountRow } from '../games/accounts.js';

const text = {
  content: z.string().min(1),
  content_html: z.string().min(1),
  created_at: time,
  order: position,
};

export const wallReplyRow = z
  .strictObject({ id, pos: position, post_id: id, user_id: id, user_name: name, user_avatar: avatar, ...text })
  .meta({ id: 'WallReply' });
export type WallReplyRow = z.infer<typeof wallReplyRow>;

export const wallPostRow = z
  .strictObject({
    id,
    pos: position,
    owner_id: id,
    author_id: id,
    author_name: name,
    author_avatar: avatar,
    ...text,
    reply_count: count,
    replies: z.array(wallReplyRow).max(shownReplies),
  })
  .meta({ id: 'WallPost' });
export type WallPostRow = z.infer<typeof wallPostRow>;

const profileUser = z.strictObject({ ...person, created_at: time, post_count: count });
export type ProfileUser = z.infer<typeof profileUser>;

const profileTexts = {
  title: z.string().nullable(),
  bio: z.string().nullable(),
  links: z.array(z.strictObject({ label: name, url: z.url() })).max(limits.profileLinks),
};
export type AboutMember = z.infer<z.ZodObject<typeof profileTexts>>;
export type ProfileLink = AboutMember['links'][number];

export const ownProfile = z.strictObject({ ...profileTexts, hide_last_seen: z.boolean() });
export type OwnProfile = z.infer<typeof ownProfile>;

const presence = z.strictObject({ online: z.boolean(), last_seen: time.nullable() });
export type SeenMember = z.infer<typeof presence>;

export const profileResponse = z.strictObject({
  user: profileUser,
  about: z.strictObject(profileTexts),
  seen: presence.nullable(),
  followers: count,
  following: count,
  posts: z.array(wallPostRow),
  isFollowing: z.boolean(),
  game_accounts: z.array(gameAccountRow),
});
export type Profile = z.infer<typeof profileResponse>;

export const activityRow = z
  .strictObject({
    kind: z.enum(['thread', 'post']),
    id,
    thread_id: id,
    section_id: id,
    subsection_id: id.nullable(),
    title: z.string().min(1),
    prefix: prefixRow.nullable(),
    content: z.string(),
    created_at: time,
    order: position,
  })
  .meta({ id: 'Activity' });
export type ActivityRow = z.infer<typeof activityRow>;
