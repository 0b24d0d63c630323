import { isDark } from '@guildhall/domain/theme/contrast.js';
import { readTheme, themeText, type ThemeVariables } from '@guildhall/domain/theme/css.js';
import type { ThemeState } from '@guildhall/domain/theme/decide.js';
import { defaultTheme } from '@guildhall/domain/theme/default-theme.js';
import { highContrastScheme, lightScheme, type Scheme } from '@guildhall/domain/theme/schemes.js';
import { Refusal } from '@guildhall/domain/refusals.js';
import type { SiteState } from '../policy/site-state.js';

/**
 * The style sheet of a scheme, over the colours in the pages. It contains its own position, so that an open page that
 * is notified of a change knows whether it shows that already.
 */
export function sheetOf({ theme, position }: Pick<SiteState, 'theme' | 'position'>, scheme: Scheme): string {
  return `${coloursOf(theme, scheme)}:root {\n--theme-at: ${position};\n}\n`;
}

function coloursOf(theme: Readonly<ThemeState>, scheme: Scheme): string {
  if (scheme === 'light') return ruleOf(lightScheme);
  if (scheme === 'high-contrast') return ruleOf(highContrastScheme);
  const colours = liveColours(theme);
  return scheme === 'system' ? systemSheet(colours) : ruleOf(colours);
}

/** The theme of the site if it is as dark or light as the system prefers, else the closest one. */
function systemSheet(colours: ThemeVariables): string {
  const [other, otherTheme] = isDarkTheme(colours) ? ['light', lightScheme] : ['dark', defaultTheme];
  return [
    ruleOf(colours),
    `@media (prefers-color-scheme: ${other}) {\n${ruleOf(otherTheme)}}\n`,
    `@media (prefers-contrast: more) {\n${ruleOf(highContrastScheme)}}\n`,
  ].join('');
}

/** Including what the browser itself draws: fields, scroll bars. */
function ruleOf(colours: ThemeVariables): string {
  return `:root {\ncolor-scheme: ${isDarkTheme(colours) ? 'dark' : 'light'};\n${themeText(colours)}\n}\n`;
}

const isDarkTheme = (colours: ThemeVariables): boolean => isDark(colours['--color-bg'] ?? '');

/** Validated again before it is sent: no text of the log reaches a page that would be refused today. */
function liveColours({ themes, live }: Readonly<ThemeState>): ThemeVariables {
  try {
    return readTheme(themes.get(live)?.css ?? '');
  } catch (error) {
    if (error instanceof Refusal) return defaultTheme;
    throw error;
  }
}
