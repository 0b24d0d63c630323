import { fireEvent, render, screen } from '@testing-library/react';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, expect, test, vi } from 'vitest';
import { useDraft, useOwnDraft } from './draft.js';
import { hasDraft, read, write } from './draft-slots.js';
import { warnBeforeLeaving } from './leave-warning.js';
import { forget } from './storage.js';

afterEach(() => ['draft.guest.new-thread', 'draft.3.new-thread'].forEach(forget));

function Field({ userId }: { userId: number | null }) {
  return useOwnDraft(userId, 'new-thread').text;
}
const renderFor = (userId: number | null) => renderToStaticMarkup(<Field userId={userId} />);

test("a guest's draft moves to the member who logs in", () => {
  write('draft.guest.new-thread', { id: 'an id', text: 'Begun as a guest' });
  expect(renderFor(3)).toBe('Begun as a guest');
  expect(renderFor(null)).toBe('');
  expect(hasDraft('guest.new-thread')).toBe(false);
});

test("retains a member's own draft even if a guest wrote another", () => {
  write('draft.3.new-thread', { id: 'an id', text: 'Their own' });
  write('draft.guest.new-thread', { id: 'an id', text: 'Begun as a guest' });
  expect(renderFor(3)).toBe('Their own');
  expect(renderFor(null)).toBe('Begun as a guest');
});

function Editor() {
  const { text, setText, restored, clear } = useDraft('3.edit', 'As it was');
  return (
    <>
      <textarea aria-label="Text" value={text} onChange={(event) => setText(event.target.value)} />
      {restored && <p>Restored</p>}
      <button onClick={clear}>Discard</button>
    </>
  );
}

const type = (value: string) => fireEvent.change(screen.getByLabelText('Text'), { target: { value } });
const leavePage = () => fireEvent(window, new Event('pagehide'));

test('stores a draft typed just before the page is left, but not an unchanged one', () => {
  render(<Editor />);
  type('Rewritten');
  leavePage();
  expect(read('draft.3.edit')?.text).toBe('Rewritten');
  type('As it was');
  leavePage();
  expect(hasDraft('3.edit')).toBe(false);
});

test('reports a restored draft until it is discarded', () => {
  write('draft.3.edit', { id: 'an id', text: 'Rewritten' });
  render(<Editor />);
  expect(screen.getByText('Restored')).toBeDefined();
  fireEvent.click(screen.getByText('Discard'));
  expect(screen.queryByText('Restored')).toBeNull();
  expect(screen.getByLabelText<HTMLTextAreaElement>('Text').value).toBe('As it was');
  expect(hasDraft('3.edit')).toBe(false);
});

test('asks before leaving if a draft cannot be stored', () => {
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  const isLeavingBlocked = () => !fireEvent(window, new Event('beforeunload', { cancelable: true }));
  render(<Editor />);
  expect(isLeavingBlocked()).toBe(false);
  type('Rewritten');
  leavePage();
  expect(read('draft.3.edit')?.text).toBe('Rewritten');
  expect(isLeavingBlocked()).toBe(true);
  warnBeforeLeaving('an upload', true);
  warnBeforeLeaving('an upload', false);
  expect(isLeavingBlocked()).toBe(true);
  fireEvent.click(screen.getByText('Discard'));
  expect(isLeavingBlocked()).toBe(false);
});
