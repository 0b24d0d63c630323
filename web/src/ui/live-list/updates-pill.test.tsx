import { fireEvent, render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import * as stillPointer from '../../shared/browser/still-pointer.js';
import { UpdatesPill } from './updates-pill.js';

const buildPill = (updates: number) => <UpdatesPill list={{ updates, show: () => {} }} />;
const isHidden = () => screen.getByRole('status').className.includes('covering');

test('the pill is hidden if it appears or grows under a resting pointer, but not while the reader points at it', () => {
  const isPointerOver = vi.spyOn(stillPointer, 'isPointerOver').mockReturnValue(false);
  const { rerender } = render(buildPill(1));
  expect(isHidden()).toBe(false);
  isPointerOver.mockImplementation(({ textContent }) => textContent === '10 updates ↑');
  rerender(buildPill(10));
  expect(isHidden()).toBe(true);
  rerender(buildPill(9));
  expect(isHidden()).toBe(false);
  isPointerOver.mockReturnValue(true);
  fireEvent.pointerMove(document.body);
  rerender(buildPill(10));
  expect(isHidden()).toBe(false);
  rerender(buildPill(0));
  rerender(buildPill(1));
  expect(isHidden()).toBe(true);
  fireEvent.pointerMove(document.body);
  rerender(buildPill(2));
  expect(isHidden()).toBe(true);
});
