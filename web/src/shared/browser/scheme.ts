import { schemeCookie, parseScheme, type Scheme } from '@guildhall/domain/theme/schemes.js';
import { create } from 'zustand';
import { reloadThemeSheet, setBrowserColour } from './theme-sheet.js';

const yearSeconds = 31_536_000;

/** Stored in a cookie so that the server can render the page in this scheme. */
export const useScheme = create<{ scheme: Scheme }>(() => ({ scheme: readScheme() }));

function readScheme(): Scheme {
  if (typeof document === 'undefined') return 'site';
  return parseScheme(new RegExp(`(?:^|; )${schemeCookie}=([^;]*)`).exec(document.cookie)?.[1]);
}

export function chooseScheme(scheme: Scheme): void {
  const age = scheme === 'site' ? 0 : yearSeconds;
  const secureAttribute = location.protocol === 'https:' ? '; secure' : '';
  document.cookie = `${schemeCookie}=${scheme}; path=/; max-age=${age}; samesite=lax${secureAttribute}`;
  useScheme.setState({ scheme });
  reloadThemeSheet(null);
}

export function followScheme(): void {
  setBrowserColour();
  for (const query of ['(prefers-color-scheme: dark)', '(prefers-contrast: more)'])
    matchMedia(query).addEventListener('change', setBrowserColour);
}
