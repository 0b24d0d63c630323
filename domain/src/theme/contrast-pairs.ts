import { contrast } from './contrast.js';
import type { ThemeVariables } from './css.js';

/** Which colours pages show on which background, without `--color-`, and their minimum contrast ratio: WCAG 2.2 AA. */
interface Pairs {
  foregrounds: readonly string[];
  backgrounds: readonly string[];
  least: number;
}

const text = 4.5;
/** For lines and drawings that must be visible to be used. */
const shape = 3;

const contrastPairs: readonly Pairs[] = [
  {
    foregrounds: ['text', 'text-muted'],
    backgrounds: ['bg', 'bg-raised', 'bg-overlay', 'bg-inset', 'row-hover'],
    least: text,
  },
  { foregrounds: ['text-faint'], backgrounds: ['bg', 'bg-raised', 'bg-overlay', 'row-hover', 'footer'], least: text },
  { foregrounds: ['link', 'accent'], backgrounds: ['bg', 'bg-raised', 'bg-overlay'], least: text },
  { foregrounds: ['on-accent'], backgrounds: ['accent', 'accent-hover'], least: text },
  { foregrounds: ['text', 'accent'], backgrounds: ['accent-soft'], least: text },
  {
    foregrounds: ['success', 'warning', 'danger', 'info', 'live'],
    backgrounds: ['bg', 'bg-raised', 'bg-overlay'],
    least: text,
  },
  { foregrounds: ['text', 'danger'], backgrounds: ['danger-soft'], least: text },
  { foregrounds: ['role-admin', 'role-staff'], backgrounds: ['bg', 'bg-raised', 'row-hover'], least: text },
  { foregrounds: ['text', 'header-text'], backgrounds: ['header', 'header-active'], least: text },
  { foregrounds: ['text', 'footer-text'], backgrounds: ['footer'], least: text },
  {
    foregrounds: ['text', 'text-muted'],
    backgrounds: ['sidebar', 'sidebar-active', 'table-head', 'quote'],
    least: text,
  },
  { foregrounds: ['text', 'input-placeholder'], backgrounds: ['input'], least: text },
  { foregrounds: ['code-text'], backgrounds: ['code'], least: text },
  { foregrounds: ['selection-text'], backgrounds: ['selection'], least: text },
  { foregrounds: ['badge-text'], backgrounds: ['badge'], least: text },
  { foregrounds: ['diff-added', 'diff-removed'], backgrounds: ['bg', 'bg-raised'], least: text },
  {
    foregrounds: ['avatar-text'],
    backgrounds: ['avatar-1', 'avatar-2', 'avatar-3', 'avatar-4', 'avatar-5', 'avatar-6'],
    least: text,
  },
  { foregrounds: ['border-strong'], backgrounds: ['bg', 'bg-raised', 'bg-inset'], least: shape },
  { foregrounds: ['input-border'], backgrounds: ['bg', 'bg-raised', 'input'], least: shape },
  {
    foregrounds: ['focus'],
    backgrounds: ['bg', 'bg-raised', 'bg-overlay', 'header', 'footer', 'sidebar'],
    least: shape,
  },
  { foregrounds: ['chart-line'], backgrounds: ['bg', 'bg-raised'], least: shape },
];

/** A foreground and a background of a theme with too little contrast. */
export interface ContrastFault {
  foreground: string;
  background: string;
  contrast: number;
  least: number;
}

/** Where a theme falls short, the worst first. Colours that cannot be parsed are skipped. */
export function contrastFaults(theme: ThemeVariables): ContrastFault[] {
  const faults = contrastPairs.flatMap(({ foregrounds, backgrounds, least }) =>
    foregrounds.flatMap((foreground) =>
      backgrounds.map((background) => ({
        foreground: `--color-${foreground}`,
        background: `--color-${background}`,
        least,
      })),
    ),
  );
  return faults
    .map((pair) => ({
      ...pair,
      contrast: contrast(theme[pair.foreground] ?? '', theme[pair.background] ?? '') ?? Infinity,
    }))
    .filter((pair) => pair.contrast < pair.least)
    .sort((one, other) => one.contrast / one.least - other.contrast / other.least);
}
