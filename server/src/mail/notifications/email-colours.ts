import { baseColours } from '@guildhall/domain/theme/base-colours.js';
import { toHex } from '@guildhall/domain/theme/colour.js';
import type { ThemeVariables } from '@guildhall/domain/theme/css.js';
import { deriveColours } from '@guildhall/domain/theme/theme-colours.js';

const roles = {
  page: ['background-color', 'bg'],
  card: ['background-color', 'bg-raised'],
  text: ['color', 'text'],
  muted: ['color', 'text-muted'],
  link: ['color', 'link'],
  line: ['border-color', 'border'],
  bar: ['border-color', 'quote-bar'],
  quote: ['background-color', 'quote'],
  button: ['background-color', 'accent'],
  ink: ['color', 'on-accent'],
} as const;
export type ColourRole = keyof typeof roles;

export interface EmailColours {
  /** Declarations for a `style` attribute, because many mail programs ignore style sheets. */
  light: Readonly<Record<ColourRole, string>>;
  /** Replaces the light colours, by class, in mail programs with a dark appearance. */
  darkSheet: string;
}

/** Mail programs read only hexadecimal colours, so colours in other notations are converted. */
export function deriveEmailColours(theme: ThemeVariables): EmailColours {
  const declare = (appearance: 'light' | 'dark') => {
    const colours = deriveColours(theme, appearance);
    return (role: ColourRole) => {
      const [property, name] = roles[role];
      const variable = `--color-${name}`;
      return `${property}: ${toHex(colours[variable] ?? '') ?? baseColours[appearance][variable] ?? 'inherit'}`;
    };
  };
  const [light, dark] = [declare('light'), declare('dark')];
  const all = Object.keys(roles) as ColourRole[];
  return {
    light: Object.fromEntries(all.map((role) => [role, light(role)])) as Record<ColourRole, string>,
    darkSheet: all.map((role) => `.${role} { ${dark(role)} !important }`).join('\n'),
  };
}
