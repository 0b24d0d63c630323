import { contrast } from './contrast.js';
import type { ThemeVariables } from './css.js';

/** What stands on what on the pages, without `--color-`, and how far it must stand apart: WCAG 2.2 AA. */
interface Pairs {
  fronts: readonly string[];
  grounds: readonly string[];
  least: number;
}

const text = 4.5;
/** Of lines and drawings that must be seen to be used. */
const shape = 3;

const contrastPairs: readonly Pairs[] = [
  { fronts: ['text', 'text-muted'], grounds: ['bg', 'bg-raised', 'bg-overlay', 'bg-inset', 'row-hover'], least: text },
  { fronts: ['text-faint'], grounds: ['bg', 'bg-raised', 'bg-overlay', 'row-hover', 'footer'], least: text },
  { fronts: ['link', 'accent'], grounds: ['bg', 'bg-raised', 'bg-overlay'], least: text },
  { fronts: ['on-accent'], grounds: ['accent', 'accent-hover'], least: text },
  { fronts: ['text', 'accent'], grounds: ['accent-soft'], least: text },
  { fronts: ['success', 'warning', 'danger', 'info', 'live'], grounds: ['bg', 'bg-raised', 'bg-overlay'], least: text },
  { fronts: ['text', 'danger'], grounds: ['danger-soft'], least: text },
  { fronts: ['role-admin', 'role-staff'], grounds: ['bg', 'bg-raised', 'row-hover'], least: text },
  { fronts: ['text', 'header-text'], grounds: ['header', 'header-active'], least: text },
  { fronts: ['text', 'footer-text'], grounds: ['footer'], least: text },
  { fronts: ['text', 'text-muted'], grounds: ['sidebar', 'sidebar-active', 'table-head', 'quote'], least: text },
  { fronts: ['text', 'input-placeholder'], grounds: ['input'], least: text },
  { fronts: ['code-text'], grounds: ['code'], least: text },
  { fronts: ['selection-text'], grounds: ['selection'], least: text },
  { fronts: ['badge-text'], grounds: ['badge'], least: text },
  { fronts: ['diff-added', 'diff-removed'], grounds: ['bg', 'bg-raised'], least: text },
  {
    fronts: ['avatar-text'],
    grounds: ['avatar-1', 'avatar-2', 'avatar-3', 'avatar-4', 'avatar-5', 'avatar-6'],
    least: text,
  },
  { fronts: ['border-strong'], grounds: ['bg', 'bg-raised', 'bg-inset'], least: shape },
  { fronts: ['input-border'], grounds: ['bg', 'bg-raised', 'input'], least: shape },
  { fronts: ['focus'], grounds: ['bg', 'bg-raised', 'bg-overlay', 'header', 'footer', 'sidebar'], least: shape },
  { fronts: ['chart-line'], grounds: ['bg', 'bg-raised'], least: shape },
];

/** Two colours of a theme that are too near to each other for what stands on what. */
export interface ContrastFault {
  front: string;
  ground: string;
  contrast: number;
  least: number;
}

/** Where a theme falls short, the worst first. Colours that cannot be reckoned with are passed over. */
export function contrastFaults(theme: ThemeVariables): ContrastFault[] {
  const faults = contrastPairs.flatMap(({ fronts, grounds, least }) =>
    fronts.flatMap((front) =>
      grounds.map((ground) => ({ front: `--color-${front}`, ground: `--color-${ground}`, least })),
    ),
  );
  return faults
    .map((pair) => ({ ...pair, contrast: contrast(theme[pair.front] ?? '', theme[pair.ground] ?? '') ?? Infinity }))
    .filter((pair) => pair.contrast < pair.least)
    .sort((one, other) => one.contrast / one.least - other.contrast / other.least);
}
