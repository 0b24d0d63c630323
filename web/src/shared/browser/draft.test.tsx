import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, expect, test } from 'vitest';
import { useOwnDraft } from './draft.js';
import { forget, store, stored } from './storage.js';

afterEach(() => ['draft.guest.new-thread', 'draft.3.new-thread'].forEach(forget));

function Field({ userId }: { userId: number | null }) {
  return useOwnDraft(userId, 'new-thread').text;
}
const shownTo = (userId: number | null) => renderToStaticMarkup(<Field userId={userId} />);

test("continues a guest's draft for the member who logs in, and for them alone", () => {
  store('draft.guest.new-thread', 'Begun as a guest');
  expect(shownTo(3)).toBe('Begun as a guest');
  expect(shownTo(null)).toBe('');
  expect(stored('draft.guest.new-thread')).toBeNull();
});

test("keeps a member's own draft, whatever a guest wrote", () => {
  store('draft.3.new-thread', 'Their own');
  store('draft.guest.new-thread', 'Begun as a guest');
  expect(shownTo(3)).toBe('Their own');
  expect(shownTo(null)).toBe('Begun as a guest');
});
