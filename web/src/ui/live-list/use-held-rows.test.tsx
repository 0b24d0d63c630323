import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { recordOwnWrite, useOwnWrites } from '../../shared/api/own-writes.js';
import { HeldRows, UpdatesPill } from './updates-pill.js';
import { useHeldRows } from './use-held-rows.js';

const getKey = (row: string): string => row;

function List({ rows, scope }: { rows: readonly string[]; scope: string }) {
  const [list, listRef] = useHeldRows(rows, getKey, { scope });
  return (
    <>
      <div ref={listRef} data-testid="region">
        <UpdatesPill list={list} />
        <ul data-rows>
          <HeldRows list={list}>
            {(row) => (
              <li>
                <a href={`/${row}`}>{row}</a>
              </li>
            )}
          </HeldRows>
        </ul>
      </div>
      <button>elsewhere</button>
    </>
  );
}

afterEach(() => {
  vi.useRealTimers();
  useOwnWrites.setState({ recent: false });
});

function open(text: string) {
  const listRows = (keys: string) => keys.split(' ').filter(Boolean);
  const { rerender } = render(<List rows={listRows(text)} scope="one" />);
  return {
    change: (keys: string, scope = 'one') => rerender(<List rows={listRows(keys)} scope={scope} />),
    displayed: () =>
      screen
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent || '-')
        .join(' '),
    region: screen.getByTestId('region'),
    pill: () => screen.queryByRole('button', { name: /update/ }),
  };
}

function scrollRegionTo(region: HTMLElement, top: number): void {
  vi.spyOn(region, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, top));
  fireEvent.scroll(document);
}

const holdTriggers: Record<string, [begin: (region: HTMLElement) => void, end: (region: HTMLElement) => void]> = {
  'the pointer is over it': [
    (region) => void region.dispatchEvent(new MouseEvent('pointerover', { bubbles: true })),
    () => void document.body.dispatchEvent(new MouseEvent('pointerover', { bubbles: true })),
  ],
  'the focus is in it': [
    () => screen.getByRole('link', { name: 'a' }).focus(),
    () => screen.getByRole('button', { name: 'elsewhere' }).focus(),
  ],
  'the reader has scrolled down it': [(region) => scrollRegionTo(region, -10), (region) => scrollRegionTo(region, 0)],
  'a finger is down': [
    () => void fireEvent.touchStart(document, { touches: [{}] }),
    () => {
      fireEvent.touchEnd(document, { touches: [] });
      vi.advanceTimersByTime(500);
    },
  ],
};

test.for(Object.keys(holdTriggers))(
  'no row moves while %s, and updates are announced and shown afterwards',
  async (name) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const [begin, end] = holdTriggers[name] ?? [() => {}, () => {}];
    const { change, displayed, region, pill } = open('a b c');
    act(() => begin(region));
    change('n c a');
    expect(displayed()).toBe('a - c');
    expect(region.textContent).not.toContain('b');
    expect(pill()?.textContent).toBe('3 updates ↑');
    expect(pill()?.closest('[role=status]')).not.toBeNull();
    await act(async () => end(region));
    expect(displayed()).toBe('n c a');
    expect(pill()).toBeNull();
    change('c a');
    expect(displayed()).toBe('c a');
  },
);

test('holds a list for another half second after the last finger is lifted', () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const { change, displayed } = open('a b');
  act(() => void fireEvent.touchStart(document, { touches: [{}] }));
  act(() => void fireEvent.touchEnd(document, { touches: [] }));
  act(() => void vi.advanceTimersByTime(499));
  change('b a');
  expect(displayed()).toBe('a b');
  act(() => void vi.advanceTimersByTime(1));
  expect(displayed()).toBe('b a');
});

test('pressing the button shows the updates by pointer or keyboard, and holds the new rows', async () => {
  const user = userEvent.setup();
  const { change, displayed, region, pill } = open('a b');
  act(() => void region.dispatchEvent(new MouseEvent('pointerover', { bubbles: true })));
  change('n a b');
  await user.tab();
  expect(document.activeElement).toBe(pill());
  await user.keyboard('{Enter}');
  expect(displayed()).toBe('n a b');
  expect(pill()).toBeNull();
  expect(document.activeElement).toBe(region);
  change('m n a b');
  expect(displayed()).toBe('n a b');
  expect(pill()?.textContent).toBe('1 update ↑');
});

test("the button's label does not change while the reader points at it", async () => {
  const user = userEvent.setup();
  const { change, region, pill } = open('a b');
  act(() => void region.dispatchEvent(new MouseEvent('pointerover', { bubbles: true })));
  change('n a b');
  await user.hover(pill()!);
  change('m n a b');
  expect(pill()?.textContent).toBe('1 update ↑');
  await user.hover(region);
  expect(pill()?.textContent).toBe('2 updates ↑');
});

test('the focus stays in place if its row is blanked', async () => {
  const { change, displayed } = open('a b c');
  act(() => screen.getByRole('link', { name: 'b' }).focus());
  change('a c');
  await waitFor(() => expect(document.activeElement).toBe(screen.getAllByRole('listitem')[1]));
  change('n a c');
  expect(displayed()).toBe('a - c');
});

test('the focus stays in a row that is blanked and returns', async () => {
  const { change, displayed } = open('a b c');
  act(() => screen.getByRole('link', { name: 'b' }).focus());
  change('a c');
  await waitFor(() => expect(document.activeElement).toBe(screen.getAllByRole('listitem')[1]));
  change('a b c');
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('link', { name: 'b' })));
  change('b a c');
  expect(displayed()).toBe('a b c');
});

test('a held row does not shrink when it changes, but it does when the list becomes wider', () => {
  const { change, region } = open('a b');
  const [row] = screen.getAllByRole('listitem') as [HTMLElement];
  const size = { width: 390, height: 80 };
  vi.spyOn(row, 'getBoundingClientRect').mockImplementation(() => new DOMRect(0, 0, size.width, size.height));
  vi.spyOn(region, 'offsetWidth', 'get').mockImplementation(() => size.width);
  change('a b');
  act(() => void region.dispatchEvent(new MouseEvent('pointerover', { bubbles: true })));
  size.height = 60;
  change('a b');
  expect(row.style.minHeight).toBe('80px');
  size.width = 844;
  change('a b');
  expect(row.style.minHeight).toBe('');
});

test("shows the reader's own changes immediately, except for read marks", () => {
  const { change, displayed, region } = open('a b');
  act(() => void region.dispatchEvent(new MouseEvent('pointerover', { bubbles: true })));
  act(() => recordOwnWrite('/forums/threads/7/read'));
  change('n a b');
  expect(displayed()).toBe('a b');
  act(() => recordOwnWrite('/forums/threads'));
  expect(displayed()).toBe('n a b');
});

test('stays held while the pointer is over a popup that was opened from it', () => {
  const { change, displayed, region } = open('a b');
  const popup = document.body.appendChild(document.createElement('div'));
  popup.className = 'popup-layer';
  for (const element of [region, popup])
    act(() => void element.dispatchEvent(new MouseEvent('pointerover', { bubbles: true })));
  change('n a b');
  expect(displayed()).toBe('a b');
  act(() => void document.body.dispatchEvent(new MouseEvent('pointerover', { bubbles: true })));
  expect(displayed()).toBe('n a b');
  popup.remove();
});

test('a different list is shown immediately', () => {
  const { change, displayed, region, pill } = open('a b');
  act(() => void region.dispatchEvent(new MouseEvent('pointerover', { bubbles: true })));
  change('c b', 'other');
  expect(displayed()).toBe('c b');
  expect(pill()).toBeNull();
});
