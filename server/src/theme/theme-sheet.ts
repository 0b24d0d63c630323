import { isDark } from '@guildhall/domain/theme/colour.js';
import { readTheme, themeText, type ThemeVariables } from '@guildhall/domain/theme/css.js';
import type { ThemeState } from '@guildhall/domain/theme/decide.js';
import type { Appearance } from '@guildhall/domain/theme/palette.js';
import type { Scheme } from '@guildhall/domain/theme/schemes.js';
import { appearanceOf, coloursOf } from '@guildhall/domain/theme/theme-colours.js';
import { Refusal } from '@guildhall/domain/refusals.js';
import type { SiteState } from '../policy/site-state.js';

type SiteNow = Pick<SiteState, 'theme' | 'settings' | 'position'>;

/**
 * The style sheet of a scheme, over the colours in the pages. It contains its own position, so that an open page that
 * is notified of a change knows whether it shows that already.
 */
export function sheetOf(site: SiteNow, scheme: Scheme): string {
  return `${colourRules(site, scheme)}:root {\n--theme-at: ${site.position};\n}\n`;
}

/** Every colour of what a visitor sees who has not chosen; of the theme itself where their system decides. */
export function shownColours({ theme, settings }: Pick<SiteNow, 'theme' | 'settings'>): ThemeVariables {
  const { defaultAppearance: shown } = settings;
  return coloursOf(liveColours(theme), shown === 'dark' || shown === 'light' ? shown : undefined);
}

function colourRules({ theme, settings }: SiteNow, scheme: Scheme): string {
  const named = liveColours(theme);
  const own = appearanceOf(named);
  const shown = scheme === 'site' ? settings.defaultAppearance : scheme;
  if (shown === 'system') return systemSheet(named, own);
  return ruleOf(named, shown === 'theme' ? own : shown);
}

/** The theme of the site if it is as dark or light as the system prefers, else its accent on the other grounds. */
function systemSheet(named: ThemeVariables, own: 'dark' | 'light'): string {
  const other = own === 'dark' ? 'light' : 'dark';
  return [
    ruleOf(named, own),
    `@media (prefers-color-scheme: ${other}) {\n${ruleOf(named, other)}}\n`,
    `@media (prefers-contrast: more) {\n${ruleOf(named, 'high-contrast')}}\n`,
  ].join('');
}

/** Including what the browser itself draws, like fields and scroll bars, and which of two logos is on the page. */
function ruleOf(named: ThemeVariables, appearance: Appearance): string {
  const colours = coloursOf(named, appearance);
  const [kind, darkLogo, lightLogo] = isDark(colours['--color-bg'] ?? '')
    ? ['dark', 'block', 'none']
    : ['light', 'none', 'block'];
  const logos = `--logo-on-dark: ${darkLogo};\n--logo-on-light: ${lightLogo};`;
  return `:root {\ncolor-scheme: ${kind};\n${themeText(colours)}\n${logos}\n}\n`;
}

/** Validated again before it is sent: no text of the log reaches a page that would be refused today. */
function liveColours({ themes, live }: Readonly<ThemeState>): ThemeVariables {
  try {
    return readTheme(themes.get(live)?.css ?? '');
  } catch (error) {
    if (error instanceof Refusal) return {};
    throw error;
  }
}
