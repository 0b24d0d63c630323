import { pages } from '@guildhall/domain/wire/pages.js';

export const texts = {
  title: pages.store.title,
  leading: 'Taking you to the store…',
  at: (host: string) => `The store is another site: ${host}.`,
  open: 'Open the store',
  none: 'There is no store yet.',
  noneBody: 'When the owner of the site opens one, this page leads to it.',
  set: 'Set its address',
  home: 'Go to Home',
} as const;
