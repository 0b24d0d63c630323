import type { PlaceFlag } from '@guildhall/domain/permissions.js';

const count = (number: number, one: string, many: string) => (number === 1 ? `1 ${one}` : `${number} ${many}`);
const threads = (number: number) => (number === 0 ? 'no threads' : count(number, 'thread', 'threads'));

const flags: Record<PlaceFlag, string> = {
  can_view: 'View',
  can_post: 'Post',
  can_reply: 'Reply',
  can_delete_post: 'Delete post',
  can_emoji_react: 'Emoji react',
};

/** The texts of the forums manager. */
export const texts = {
  title: 'Forums manager',
  lead: 'The sections of the forum with their subcategories, in the order in which everybody sees them.',
  addSection: 'Add section',
  addSubcategory: 'Add subcategory',
  addSubcategoryTo: (place: string) => `Add subcategory to ${place}`,
  edit: 'Edit',
  delete: 'Delete',
  permissions: 'Permissions',
  of: (act: string, place: string) => `${act}: ${place}`,
  moveUp: 'Move up',
  moveDown: 'Move down',
  moved: (place: string, position: number, of: number) => `${place} is now number ${position} of ${of}.`,
  orderFailed: 'The new order could not be saved.',
  drag: 'Drag to another place',
  sections: 'Sections',
  unsaved: 'This is not saved yet. Save it, or cancel to drop the changes.',
  none: 'There is no section yet. Add one, and members can begin threads in it.',
  facts: (name: string, number: number) => `${name} · ${threads(number)}`,
  onlyInside: 'Threads only in its subcategories',
  hiddenFrom: (roles: string) => `Hidden from ${roles}`,
  narrowed: (roles: string) => `Own permissions for ${roles}`,
  deleteTitle: (place: string) => `Delete ${place}?`,
  deleteSection: (place: string, subsections: number, number: number) =>
    `${place} will no longer be seen${subsections === 0 ? '' : `, nor its ${count(subsections, 'subcategory', 'subcategories')}`}. ` +
    (number === 0
      ? 'It can be restored.'
      : `What is in it, ${threads(number)}, stays and returns when it is restored.`),
  deleteSubcategory: (place: string, number: number) =>
    `${place} will no longer be seen. ` +
    (number === 0
      ? 'It can be restored.'
      : `What is in it, ${threads(number)}, stays and returns when it is restored.`),
  deleteFailed: 'This could not be deleted.',
  deleted: (place: string) => `${place} deleted`,
  removed: 'Deleted',
  removedLead: 'Restored, they return with all their threads.',
  removedIn: (section: string) => `in ${section}`,
  restore: 'Restore',
  restored: (place: string) => `${place} restored`,
  restoreFailed: 'This could not be restored.',
  form: {
    addSection: 'Add section',
    editSection: (place: string) => `Edit ${place}`,
    addSubcategory: (section: string) => `Add subcategory to ${section}`,
    name: 'Name',
    nameHint: 'Stands in the address of its page.',
    displayName: 'Display name',
    displayNameHint: 'What everybody reads; the name where it is left empty.',
    description: 'Description',
    icon: 'Icon',
    direct: 'Threads directly in this section',
    directHint: 'Without it threads are only begun in its subcategories.',
    save: 'Save',
    add: 'Add',
    saving: 'Saving…',
    cancel: 'Cancel',
    failed: 'This could not be saved.',
    saved: (place: string) => `${place} saved`,
    added: (place: string) => `${place} added`,
  },
  matrix: {
    title: (place: string) => `Permissions of ${place}`,
    lead: 'A role without ticks of its own has those of Member, then of the section, else may all but delete.',
    leadSection: 'A role without ticks of its own may what Member may here. Guests see what Member sees.',
    table: (place: string) => `What each role may in ${place}`,
    role: 'Role',
    all: 'All',
    flags,
    cell: (role: string, flag: string) => `${role}: ${flag}`,
    column: (flag: string) => `${flag} for every role`,
    row: (role: string) => `${role}: all`,
    everything: 'may everything',
    inherited: 'inherited',
    own: 'set here',
    inherit: 'Inherit',
    inheritFor: (role: string) => `Let ${role} inherit again`,
    sectionHidden: 'hidden with its section',
    save: 'Save permissions',
    saving: 'Saving…',
    cancel: 'Cancel',
    failed: 'The permissions could not be saved.',
    saved: (place: string) => `Permissions of ${place} saved`,
    loadAgain: 'Load what stands now',
    loadFailed: 'The permissions could not be loaded.',
  },
} as const;
