import { computeContrast } from './colour.js';
import type { ThemeVariables } from './css.js';

const text = 4.5;
const shape = 3;

const contrastPairs: readonly (readonly [least: number, foregrounds: string, backgrounds: string])[] = [
  [text, 'text text-muted', 'bg bg-raised bg-overlay bg-inset row-hover'],
  [text, 'text-faint', 'bg bg-raised bg-overlay row-hover footer'],
  [text, 'link', 'bg bg-raised bg-overlay bg-inset row-hover quote accent-soft'],
  [text, 'on-accent', 'accent accent-hover'],
  [shape, 'accent', 'bg bg-raised bg-overlay bg-inset'],
  [text, 'text', 'accent-soft'],
  [text, 'success warning danger info live', 'bg bg-raised bg-overlay'],
  [text, 'text danger', 'danger-soft'],
  [text, 'role-admin role-staff', 'bg bg-raised row-hover'],
  [text, 'text header-text', 'header header-active'],
  [text, 'text footer-text', 'footer'],
  [text, 'text text-muted', 'sidebar sidebar-active table-head quote'],
  [text, 'text input-placeholder', 'input'],
  [text, 'code-text text text-muted success warning danger info', 'code'],
  [text, 'selection-text', 'selection'],
  [text, 'badge-text', 'badge'],
  [text, 'diff-added diff-removed', 'bg bg-raised'],
  [text, 'avatar-text', 'avatar-1 avatar-2 avatar-3 avatar-4 avatar-5 avatar-6'],
  [shape, 'border-strong', 'bg bg-raised bg-inset'],
  [shape, 'input-border', 'bg bg-raised input'],
  [shape, 'focus', 'bg bg-raised bg-overlay header footer sidebar'],
  [shape, 'chart-line', 'bg bg-raised'],
  [shape, 'on-accent', 'mark-from mark-to'],
];

export interface ContrastFault {
  foreground: string;
  background: string;
  contrast: number;
  least: number;
}

export function findContrastFaults(theme: ThemeVariables): ContrastFault[] {
  const pairs = contrastPairs.flatMap(([least, foregrounds, backgrounds]) =>
    foregrounds.split(' ').flatMap((foreground) =>
      backgrounds.split(' ').map((background) => {
        const [front, back] = [`--color-${foreground}`, `--color-${background}`];
        const ratio = computeContrast(theme[front] ?? '', theme[back] ?? '') ?? Infinity;
        return { foreground: front, background: back, contrast: ratio, least };
      }),
    ),
  );
  return pairs
    .filter((pair) => pair.contrast < pair.least)
    .sort((one, other) => one.contrast / one.least - other.contrast / other.least);
}
