import { pages } from '@guildhall/domain/wire/pages.js';

export const texts = {
  title: pages.rules.title,
  edit: 'Edit',
  none: 'No rules have been written yet.',
  write: 'Write the rules',
} as const;
