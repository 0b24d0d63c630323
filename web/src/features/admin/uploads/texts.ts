import { formatSize } from '../../../shared/size-text.js';

export const texts = {
  title: 'Pictures',
  body: 'Pictures that members uploaded for their posts.',
  space: (usedBytes: number, allowedBytes: number) => `${formatSize(usedBytes)} of ${formatSize(allowedBytes)} used`,
  settings: 'Change the limit',
  topMembers: 'Members who use the most space',
  member: 'Member',
  memberSpace: 'Space',
  newest: 'Newest pictures',
  none: 'Nobody has uploaded a picture yet.',
  more: 'More pictures',
  pictureOf: (name: string) => `Picture by ${name}`,
  noPreview: 'No post shows this picture.',
  remove: 'Remove',
  removeOf: (name: string, facts: string) => `Remove the picture by ${name}, ${facts}`,
  removal: {
    title: (name: string) => `Remove this picture by ${name}?`,
    body: 'This cannot be undone: the picture is deleted for everyone, including its uploader, who cannot upload it again. Its description will be shown instead.',
    failureText: 'The picture could not be removed.',
    reasonHint: 'Shown in the audit.',
    done: 'Picture removed',
  },
} as const;
