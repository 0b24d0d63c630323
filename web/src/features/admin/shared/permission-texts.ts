import type { PlaceFlag } from '@guildhall/domain/permissions.js';
import type { PermissionKey } from '@guildhall/domain/roles.js';

export const keyTexts: Record<PermissionKey, { name: string; hint: string }> = {
  manage_roles: { name: 'Manage roles', hint: 'Create, change and delete roles, and assign them to members.' },
  delete_accounts: {
    name: 'Delete accounts',
    hint: "Permanently delete other people's accounts, with or without everything they wrote.",
  },
  ban_accounts: { name: 'Ban accounts', hint: 'Ban members, for a time or permanently, and lift bans.' },
  edit_theme: { name: 'Edit theme', hint: "Change the site's colours and logo." },
  access_admin_panel: {
    name: 'Open the admin area',
    hint: 'Open the admin area. Each page and action there needs its own permission.',
  },
  view_all_users: { name: 'View all users', hint: 'See the table of accounts, with their email addresses.' },
  view_forums: { name: 'View forums', hint: 'Read the forums. Every role has this.' },
  create_topics: { name: 'Start threads', hint: 'Start new threads. Every role has this.' },
  comment: { name: 'Reply', hint: 'Reply to threads. Every role has this.' },
  sticky_topics: { name: 'Pin threads', hint: 'Pin a thread to the top of its section, and unpin it.' },
  lock_topics: { name: 'Lock threads', hint: 'Lock and unlock threads, and reply in locked ones.' },
  delete_topics: {
    name: 'Delete threads',
    hint: "Edit, move, delete and restore other people's threads and replies.",
  },
  moderate_comments: {
    name: 'Moderate replies',
    hint: "Edit and delete other people's replies and wall posts, see earlier versions, and handle reports.",
  },
};

/** The specification prescribes these texts. */
export const flagTexts: Record<PlaceFlag, string> = {
  can_view: 'View',
  can_post: 'Post',
  can_reply: 'Reply',
  can_delete_post: 'Delete post',
  can_emoji_react: 'Emoji react',
};
