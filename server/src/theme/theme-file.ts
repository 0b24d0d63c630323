import { readTheme, themeText } from '@guildhall/domain/theme/css.js';
import { defaultTheme } from '@guildhall/domain/theme/default-theme.js';
import { Refusal } from '@guildhall/domain/refusals.js';
import type { ThemeState } from '@guildhall/domain/theme/decide.js';
import { Router } from 'express';
import type { Parts } from '../parts.js';

/** The colours of the live theme as a style sheet at the root: every page has them before its scripts run. */
export function themeFile({ site }: Pick<Parts, 'site'>): Router {
  const router = Router({ caseSensitive: true });
  router.get('/theme.css', (_req, res) => {
    res.set('cache-control', 'no-cache').type('text/css').send(sheetOf(site.theme));
  });
  return router;
}

/** Read once more on its way out: no text of the log reaches a page that would be refused today. */
function sheetOf({ themes, live }: Readonly<ThemeState>): string {
  const css = themes.get(live)?.css ?? '';
  return `:root {\n${themeText(colours(css))}\n}\n`;
}

function colours(css: string) {
  try {
    return readTheme(css);
  } catch (error) {
    if (error instanceof Refusal) return defaultTheme;
    throw error;
  }
}
