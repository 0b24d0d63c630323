import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, expect, test } from 'vitest';
import { useOwnDraft } from './draft.js';
import { forget, store, stored } from './storage.js';

afterEach(() => ['draft.guest.new-thread', 'draft.3.new-thread'].forEach(forget));

function Field({ userId }: { userId: number | null }) {
  return useOwnDraft(userId, 'new-thread').text;
}
const shownTo = (userId: number | null) => renderToStaticMarkup(<Field userId={userId} />);

test('A member goes on with what they began as a guest, and it is theirs alone', () => {
  store('draft.guest.new-thread', 'Begun as a guest');
  expect(shownTo(3)).toBe('Begun as a guest');
  expect(shownTo(null)).toBe('');
  expect(stored('draft.guest.new-thread')).toBeNull();
});

test("A member's own draft stays, whatever a guest began", () => {
  store('draft.3.new-thread', 'Their own');
  store('draft.guest.new-thread', 'Begun as a guest');
  expect(shownTo(3)).toBe('Their own');
  expect(shownTo(null)).toBe('Begun as a guest');
});
