import type { PermissionKey } from '@guildhall/domain/roles.js';

/** What each permission allows, in plain words. */
export const keyTexts: Record<PermissionKey, { name: string; hint: string }> = {
  manage_roles: { name: 'Manage roles', hint: 'Make, change and delete roles, and give them to people.' },
  delete_accounts: { name: 'Delete accounts', hint: 'Delete the accounts of others for ever, with or without texts.' },
  ban_accounts: { name: 'Ban accounts', hint: 'Ban people for a time or for good, and take bans back.' },
  edit_theme: { name: 'Edit the theme', hint: 'Change the colours and the logo of the site.' },
  access_admin_panel: {
    name: 'Open the admin area',
    hint: 'See the admin area; what can be done there needs its own permission.',
  },
  view_all_users: { name: 'See all users', hint: 'See the table of accounts, with their e-mail addresses.' },
  view_forums: { name: 'See the forums', hint: 'Read what stands in the forums. Every role may.' },
  create_topics: { name: 'Start threads', hint: 'Write new threads. Every role may.' },
  comment: { name: 'Reply', hint: 'Reply to threads. Every role may.' },
  sticky_topics: { name: 'Pin threads', hint: 'Keep a thread at the top of its forum, and let it go.' },
  lock_topics: { name: 'Lock threads', hint: 'Lock and unlock threads, and reply in locked ones.' },
  delete_topics: { name: 'Delete threads', hint: 'Edit, move, delete and restore the threads and replies of others.' },
  moderate_comments: {
    name: 'Moderate replies',
    hint: 'Edit and delete the replies and wall posts of others, see earlier versions, and work on reports.',
  },
};
