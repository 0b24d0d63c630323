import { colorsNamed } from 'culori/fn';
import { Refusal } from '../refusals.js';

export type ThemeVariables = Readonly<Record<string, string>>;

const maxColours = 200;
const namePattern = /^--color-[a-z0-9-]{1,60}$/;

/**
 * These patterns exclude url(), var(), quotes, braces, semicolons, comments and escapes so that a page receives only
 * colours.
 */
const number = String.raw`[+-]?(?:\d+\.?\d*|\.\d+)(?:%|deg|turn|rad)?`;
const separator = String.raw`(?:\s*[,/]\s*|\s+)`;
const colourPattern = new RegExp(
  [
    String.raw`#(?:[0-9a-f]{3}|[0-9a-f]{4}|[0-9a-f]{6}|[0-9a-f]{8})`,
    String.raw`(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch)\(\s*${number}(?:${separator}${number}){2,3}\s*\)`,
  ]
    .map((form) => `^${form}$`)
    .join('|'),
  'i',
);

/** Skips everything except `--color-…: value;`. @throws Refusal theme-value-invalid, theme-empty, too-large */
export function parseTheme(css: string): ThemeVariables {
  const variables: Record<string, string> = {};
  for (const line of css.replace(/\/\*[\s\S]*?\*\//g, '').split(/[;{}\n]/)) {
    const colon = line.indexOf(':');
    const name = line.slice(0, Math.max(colon, 0)).trim();
    if (!name.startsWith('--color-')) continue;
    const value = line.slice(colon + 1).trim();
    if (!namePattern.test(name) || value.length > 100 || !isColour(value)) {
      throw new Refusal('theme-value-invalid', 'css', `${name.slice(0, 60)} is not a colour.`);
    }
    variables[name] = value;
  }
  const count = Object.keys(variables).length;
  if (count === 0) throw new Refusal('theme-empty', 'css');
  if (count > maxColours) throw new Refusal('too-large', 'css');
  return variables;
}

function isColour(value: string): boolean {
  const name = value.toLowerCase();
  return (
    colourPattern.test(value) || name === 'transparent' || name === 'currentcolor' || Object.hasOwn(colorsNamed, name)
  );
}

export function formatTheme(variables: ThemeVariables): string {
  return Object.entries(variables)
    .map(([name, value]) => `${name}: ${value};`)
    .join('\n');
}
