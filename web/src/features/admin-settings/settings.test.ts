import { expect, test } from 'vitest';
import { changesOf, moved, replaced, type Settings } from './settings.js';

const saved: Settings = {
  ...{ name: 'Guildhall', server_address: '', chat_link: '', store_link: '', about: '', rules: '' },
  ...{ banners: [{ title: 'One', text: '', link: '' }], status_url: '', status_modes: [], mail_sender: '' },
};

test('Only what differs is sent, lists as a whole.', () => {
  expect(changesOf({ ...saved }, saved)).toEqual({});
  const banners = replaced(saved.banners, 0, { link: '/rules' });
  expect(changesOf({ ...saved, name: 'Harbour', banners }, saved)).toEqual({
    name: 'Harbour',
    banners: [{ title: 'One', text: '', link: '/rules' }],
  });
});

test('An entry moves by one, and not over the ends.', () => {
  expect(moved(['a', 'b', 'c'], 1, -1)).toEqual(['b', 'a', 'c']);
  expect(moved(['a', 'b', 'c'], 1, 1)).toEqual(['a', 'c', 'b']);
  expect(moved(['a', 'b'], 0, -1)).toEqual(['a', 'b']);
  expect(moved(['a', 'b'], 1, 1)).toEqual(['a', 'b']);
});
