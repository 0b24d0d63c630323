import { fireEvent } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { toRowPosition } from '../../testing/rows.js';
import { chooseScheme } from './scheme.js';
import { updateSiteIcons } from './site-icons.js';
import { loadThemeSheet } from './theme-sheet.js';

beforeEach(() => {
  for (const link of document.head.querySelectorAll('link')) link.remove();
});
afterEach(() => document.documentElement.removeAttribute('style'));

const listSheets = () => [...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')];

test('reloads the colours only for a newer theme change', () => {
  document.documentElement.style.setProperty('--theme-at', toRowPosition(20));
  loadThemeSheet(toRowPosition(19));
  loadThemeSheet(toRowPosition(20));
  expect(listSheets()).toHaveLength(0);
  loadThemeSheet(toRowPosition(21));
  expect(new URL(listSheets()[0]?.href ?? '').searchParams.get('at')).toBe(toRowPosition(21));
});

test('removes the old colours only after the new ones have loaded', () => {
  document.documentElement.style.setProperty('--theme-at', toRowPosition(20));
  loadThemeSheet(toRowPosition(21));
  loadThemeSheet(toRowPosition(22));
  const [old, fresh] = listSheets();
  expect(fresh).toBeDefined();
  if (fresh) fireEvent.load(fresh);
  expect(listSheets()).toEqual([fresh]);
  expect(old?.isConnected).toBe(false);
});

test("replaces the browser tab's icons", () => {
  const formatPicture = (letter: string) => `/pictures/${letter.repeat(64)}.webp`;
  updateSiteIcons(formatPicture('a'), null, toRowPosition(1));
  const oldLinks = [...document.querySelectorAll('link')];
  updateSiteIcons(formatPicture('b'), null, toRowPosition(2));
  expect(oldLinks.filter((link) => link.isConnected)).toEqual([]);
  const addresses = [...document.querySelectorAll<HTMLLinkElement>('link[rel="icon"]')].map(({ href }) => href);
  expect(addresses.map((address) => address.includes('b'.repeat(64)))).toEqual([true]);
});

test('stores the colour scheme for all pages', () => {
  const cookieSpy = vi.spyOn(document, 'cookie', 'set').mockImplementation(() => {});
  chooseScheme('light');
  expect(cookieSpy.mock.calls[0]?.[0]).toContain('=light; path=/; max-age=31536000');
  chooseScheme('site');
  expect(cookieSpy.mock.calls[1]?.[0]).toContain('path=/; max-age=0');
});
