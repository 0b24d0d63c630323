import { isDark } from '@guildhall/domain/theme/colour.js';
import { isLogoVisible } from '@guildhall/domain/theme/logo-contrast.js';
import { formatTheme, type ThemeVariables } from '@guildhall/domain/theme/css.js';
import type { Appearance } from '@guildhall/domain/theme/base-colours.js';
import { adjustRoleColour } from '@guildhall/domain/theme/palette.js';
import type { Role } from '@guildhall/domain/staff/state.js';
import type { Scheme } from '@guildhall/domain/theme/schemes.js';
import { detectAppearance, deriveColours } from '@guildhall/domain/theme/theme-colours.js';
import { readLiveColours, type SiteState } from '../policy/site-state.js';
import type { LogoSamples } from './logo-samples.js';

type SiteNow = Pick<SiteState, 'theme' | 'settings' | 'position'>;
type ColouredRole = Pick<Role, 'displayName' | 'color'>;

/** The sheet contains its own position so that an open page can check whether it already includes a change. */
export function renderSheet(site: SiteNow, roles: readonly ColouredRole[], logos: LogoSamples, scheme: Scheme): string {
  return `${renderColourRules(site, roles, logos, scheme)}:root {\n--theme-at: ${site.position};\n}\n`;
}

export function computeDisplayedColours({ theme, settings }: Pick<SiteNow, 'theme' | 'settings'>): ThemeVariables {
  const { defaultAppearance: appearance } = settings;
  return deriveColours(
    readLiveColours(theme),
    appearance === 'dark' || appearance === 'light' ? appearance : undefined,
  );
}

function renderColourRules(
  { theme, settings }: SiteNow,
  roles: readonly ColouredRole[],
  logos: LogoSamples,
  scheme: Scheme,
): string {
  const themeColours = readLiveColours(theme);
  const renderRule = (appearance: Appearance) => {
    const colours = deriveColours(themeColours, appearance);
    return `:root {\n${renderSiteRules(colours, logos)}\n}\n${renderRoleRules(colours, roles, appearance)}`;
  };
  const themeAppearance = detectAppearance(themeColours);
  const appearance = scheme === 'site' ? settings.defaultAppearance : scheme;
  if (appearance === 'system') return renderSystemSheet(renderRule, themeAppearance);
  return renderRule(appearance === 'theme' ? themeAppearance : appearance);
}

/**
 * Uses the theme if its appearance matches the system preference, and otherwise its accent colour on the other
 * background.
 */
function renderSystemSheet(ruleOf: (appearance: Appearance) => string, themeAppearance: 'dark' | 'light'): string {
  const otherAppearance = themeAppearance === 'dark' ? 'light' : 'dark';
  return [
    ruleOf(themeAppearance),
    `@media (prefers-color-scheme: ${otherAppearance}) {\n${ruleOf(otherAppearance)}}\n`,
    `@media (prefers-contrast: more) {\n${ruleOf('high-contrast')}}\n`,
  ].join('');
}

/** The site's name replaces a logo that has too little contrast. */
function renderSiteRules(colours: ThemeVariables, logos: LogoSamples): string {
  const ground = isDark(colours['--color-bg'] ?? '') ? 'dark' : 'light';
  const logo = logos[ground];
  const isHidden = logo !== null && !isLogoVisible(logo, colours['--color-header'] ?? '');
  const chooseDisplay = (appearance: typeof ground) => (ground === appearance && !isHidden ? 'block' : 'none');
  return [
    `color-scheme: ${ground};\n${formatTheme(colours)}`,
    `--logo-on-dark: ${chooseDisplay('dark')};\n--logo-on-light: ${chooseDisplay('light')};`,
    ...(isHidden ? ['--site-name: contents;'] : []),
  ].join('\n');
}

/** Roles are matched by title because that is what pages contain. If roles share a title, the first one wins. */
function renderRoleRules(colours: ThemeVariables, roles: readonly ColouredRole[], appearance: Appearance): string {
  return roles
    .filter(({ displayName }, at) => roles.findIndex((role) => role.displayName === displayName) === at)
    .map(({ displayName, color = '' }) => {
      const roleColour = adjustRoleColour(colours, color, appearance);
      return `[data-role="${toCss(displayName)}"] {\n--role-color: ${roleColour};\n}\n`;
    })
    .join('');
}

const toCss = (text: string): string =>
  [...text]
    .map((character) =>
      /[A-Za-z0-9]/.test(character) ? character : `\\${(character.codePointAt(0) ?? 0).toString(16)} `,
    )
    .join('');
