import { pages } from '@guildhall/domain/wire/pages.js';

export const texts = {
  rules: {
    title: pages.rules.title,
    edit: 'Edit',
    none: 'No rules have been written yet.',
    write: 'Write the rules',
  },
  shop: {
    title: pages.store.title,
    leading: 'Taking you to the store…',
    at: (host: string) => `The store is on another site: ${host}.`,
    open: 'Open the store',
    none: 'There is no store yet.',
    noneBody: 'Once the site has one, this page takes you there.',
    set: 'Set the store link',
    home: 'Go to Home',
  },
} as const;
