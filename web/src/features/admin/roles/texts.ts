import { isolateRightToLeft } from '@guildhall/domain/text/direction.js';

function describeHolders(name: string, holders: number): string {
  if (holders === 0) return `Nobody has the role “${name}”`;
  if (holders === 1) return `The holder of “${name}” becomes a Member`;
  return `The ${holders.toLocaleString('en')} holders of “${name}” become Members`;
}

export const texts = {
  title: 'Role editor',
  body: 'A role is a set of permissions. Everyone without another role is a Member.',
  newRole: 'New role',
  list: 'Roles',
  permissionCount: (count: number, all: number) => `Permissions: ${count} of ${all}`,
  builtIn: 'Built-in',
  holders: (count: number) => (count === 1 ? '1 holder' : `${count.toLocaleString('en')} holders`),

  newBody: "It starts with Member's permissions; you can add more afterwards.",
  name: 'Name',
  nameHint: 'For staff only. Each role needs a different name.',
  displayName: 'Display name',
  displayNameHint: 'Shown next to the names of its holders. If empty, the name is used.',
  description: 'Description',
  colour: {
    label: 'Colour',
    pick: 'Pick a colour',
    none: 'None',
    remove: 'No colour',
    hint: "Used for the display name next to members' names. Adjusted where needed so that it stays readable.",
    invalid: 'A colour is written as # and six hex digits, like #2e9e5b.',
    samples: 'How it looks',
    appearances: { dark: 'Dark', light: 'Light', 'high-contrast': 'High contrast' },
  },
  create: 'Create role',
  creating: 'Creating…',
  close: 'Close',
  nameRequired: 'Role name is required!',
  nameOfDefault: 'Cannot create a default role!',
  notCreated: 'Error creating role!',
  notFetched: 'Error fetching roles!',
  notGiven: 'Error adding permission!',
  notTaken: 'Error removing permission!',
  notDeleted: 'Error deleting role!',
  namesChanged: 'Someone else renamed this role in the meantime.',
  loadNames: 'Reload',
  notSaved: 'Error saving role!',
  created: (name: string) => `Role “${isolateRightToLeft(name)}” created`,

  fixed: 'Admin and Member are built in: their names and permissions cannot be changed.',
  notAbove: "This role has permissions that you don't have, so you can't change it.",
  save: 'Save',
  saving: 'Saving…',
  unchanged: 'Nothing has changed.',
  unsaved: 'There are unsaved changes. Save or cancel them.',
  saved: (name: string) => `Role “${isolateRightToLeft(name)}” saved`,
  may: 'Permissions',
  groups: {
    everyone: { name: 'Members', hint: 'Every role has these.' },
    moderation: { name: 'Moderation', hint: 'In the places that the role may view.' },
    site: { name: 'Admin area', hint: 'What holders can see and change there.' },
    dangerous: {
      name: 'Dangerous',
      hint: 'Only for people you trust to lock others out or to delete what others own.',
    },
  },
  who: 'Holders',
  nobody: 'Nobody has this role yet. Give it to someone in user management.',
  more: 'Show more',
  toUsers: 'Open in user management',

  delete: 'Delete role',
  deleteTitle: 'Delete this role?',
  deleteBody: (name: string, holders: number) =>
    `${describeHolders(isolateRightToLeft(name), holders)}. You can undo the deletion.`,
  keep: 'Keep role',
  deleting: 'Deleting…',
  deleted: (name: string) => `Role “${isolateRightToLeft(name)}” deleted`,
} as const;
