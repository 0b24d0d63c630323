import { fireEvent, render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { UpdatesPill } from './updates-pill.js';

const pointer = vi.hoisted(() => ({ isOver: (_: Element): boolean => false }));
vi.mock('../../shared/browser/still-pointer.js', () => ({ isPointerOver: (one: Element) => pointer.isOver(one) }));

const pill = (updates: number) => <UpdatesPill list={{ updates, show: () => {} }} />;
const isHidden = () => screen.getByRole('status').className.includes('covering');

test('hides if it appears or grows under a resting pointer, but not while the reader points at it', () => {
  const { rerender } = render(pill(1));
  expect(isHidden()).toBe(false);
  pointer.isOver = ({ textContent }) => textContent === '10 updates ↑';
  rerender(pill(10));
  expect(isHidden()).toBe(true);
  rerender(pill(9));
  expect(isHidden()).toBe(false);
  pointer.isOver = () => true;
  fireEvent.pointerMove(document.body);
  rerender(pill(10));
  expect(isHidden()).toBe(false);
  rerender(pill(0));
  rerender(pill(1));
  expect(isHidden()).toBe(true);
  fireEvent.pointerMove(document.body);
  rerender(pill(2));
  expect(isHidden()).toBe(true);
});
