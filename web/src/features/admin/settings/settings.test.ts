import { expect, test } from 'vitest';
import { changesOf, moved, rebased, replaced, type Settings } from './store.js';

const saved: Settings = {
  ...{ name: 'Guildhall', server_address: '', chat_link: '', store_link: '', about: '', rules: '' },
  ...{ front_title: '', front_text: '', default_appearance: 'theme' },
  ...{
    banners: [{ title: 'One', text: '', link: '' }],
    status_url: '',
    status_modes: [],
    image_hosts: [],
    mail_sender: '',
  },
};

test('sends only settings that differ, and lists as a whole', () => {
  expect(changesOf({ ...saved }, saved)).toEqual({});
  const banners = replaced(saved.banners, 0, { link: '/rules' });
  expect(changesOf({ ...saved, name: 'Harbour', banners }, saved)).toEqual({
    name: 'Harbour',
    banners: [{ title: 'One', text: '', link: '/rules' }],
  });
});

test('applies text typed during a save to the saved settings', () => {
  const sent = { ...saved, name: 'Harbour' };
  const typed = { ...sent, about: 'By the sea' };
  const next = { ...sent, rules: 'Be kind' };
  expect(rebased(typed, sent, next)).toEqual({ ...next, about: 'By the sea' });
  expect(rebased(sent, sent, saved)).toEqual(saved);
});

test('moves an entry by one position, but not past the ends', () => {
  expect(moved(['a', 'b', 'c'], 1, -1)).toEqual(['b', 'a', 'c']);
  expect(moved(['a', 'b', 'c'], 1, 1)).toEqual(['a', 'c', 'b']);
  expect(moved(['a', 'b'], 0, -1)).toEqual(['a', 'b']);
  expect(moved(['a', 'b'], 1, 1)).toEqual(['a', 'b']);
});
