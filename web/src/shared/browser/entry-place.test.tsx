import { expect, test } from 'vitest';
import { findPlaceOfEntry, saveLastPlace } from './entry-place.js';

const place = { id: 702, order: '', at: '2026-03-01T12:00:00.000Z', offset: 12, entry: 1 };

test('a login restores the position on the same page, but not on another one', () => {
  history.replaceState(null, '', '/forums/thread/7');
  saveLastPlace(place);
  history.replaceState({ state: { returned: true } }, '', '/forums/thread/8');
  expect(findPlaceOfEntry()).toBeNull();
  history.replaceState({ state: { returned: true } }, '', '/forums/thread/7');
  expect(findPlaceOfEntry()).toMatchObject({ id: 702, offset: 12 });
  history.replaceState(null, '', '/forums/thread/7');
  expect(findPlaceOfEntry()).toBeNull();
});
