import type { ThemeVariables } from './css.js';

export const defaultThemeName = 'default';
export const defaultAccent = '#f59331';

export const appearances = ['dark', 'light', 'high-contrast'] as const;
export type Appearance = (typeof appearances)[number];

/** In high contrast, all text has a contrast ratio of at least 7, and every edge is visible. */
const colours: Readonly<Record<string, readonly [dark: string, light: string, highContrast: string]>> = {
  bg: ['#17110d', '#faf6f1', '#000000'],
  'bg-raised': ['#211914', '#ffffff', '#000000'],
  'bg-overlay': ['#2b211a', '#ffffff', '#141414'],
  'bg-inset': ['#120d0a', '#f3ece3', '#000000'],
  border: ['#3a2d24', '#e3d7c9', '#8f8f8f'],
  'border-strong': ['#7d6657', '#8d7866', '#ffffff'],
  text: ['#f5ece3', '#23170e', '#ffffff'],
  'text-muted': ['#bfab9b', '#5a4839', '#e8e8e8'],
  'text-faint': ['#a08c7b', '#6d5a4a', '#d4d4d4'],
  success: ['#7fc97a', '#2c6b2f', '#8df08a'],
  warning: ['#f2c14e', '#7a5200', '#ffe066'],
  danger: ['#f2776a', '#b3261e', '#ff9d94'],
  info: ['#7fb4e6', '#1f5f99', '#9fd0ff'],
  live: ['#6fd08c', '#1c7440', '#7dffa8'],
  'danger-soft': ['#3b1d18', '#fde6e2', '#3d0000'],
  'role-admin': ['#f2776a', '#b3261e', '#ff9d94'],
  'role-staff': ['#7fb4e6', '#1f5f99', '#9fd0ff'],
  header: ['#130e0a', '#ffffff', '#000000'],
  'header-text': ['#d9c9bb', '#4d3c2e', '#ffffff'],
  'header-active': ['#2b211a', '#f3ece3', '#333333'],
  footer: ['#120d0a', '#f3ece3', '#000000'],
  'footer-text': ['#bfab9b', '#5a4839', '#ffffff'],
  sidebar: ['#120d0a', '#f3ece3', '#000000'],
  'sidebar-active': ['#2b211a', '#e7dccf', '#333333'],
  'table-head': ['#1c1510', '#f3ece3', '#1f1f1f'],
  'row-hover': ['#281e17', '#f8f1e8', '#262626'],
  input: ['#120d0a', '#ffffff', '#000000'],
  'input-border': ['#7d6657', '#8d7866', '#ffffff'],
  'input-placeholder': ['#a08c7b', '#6d5a4a', '#d4d4d4'],
  code: ['#2b211a', '#f3ece3', '#1f1f1f'],
  quote: ['#211914', '#f6f0e8', '#000000'],
  'selection-text': ['#fff6ec', '#23170e', '#000000'],
  skeleton: ['#2b211a', '#ece2d6', '#3a3a3a'],
  badge: ['#2b211a', '#efe6db', '#262626'],
  'badge-text': ['#d9c9bb', '#4d3c2e', '#ffffff'],
  scrollbar: ['#4d3c30', '#c6b6a5', '#ffffff'],
  'diff-added': ['#7fc97a', '#2c6b2f', '#8df08a'],
  'diff-removed': ['#f2776a', '#b3261e', '#ff9d94'],
  backdrop: ['#0a0705cc', '#23170e80', '#000000d9'],
  shadow: ['#00000080', '#23170e26', '#000000'],
  'avatar-1': ['#a5502a', '#a5502a', '#7a2f0d'],
  'avatar-2': ['#3d698f', '#3d698f', '#1d4468'],
  'avatar-3': ['#78488b', '#78488b', '#552a67'],
  'avatar-4': ['#3f7553', '#3f7553', '#1d5232'],
  'avatar-5': ['#8a5f1b', '#8a5f1b', '#613f05'],
  'avatar-6': ['#8f4257', '#8f4257', '#6d2238'],
  'avatar-text': ['#fff6ec', '#fffaf4', '#ffffff'],
};

const pickColours = (column: number): ThemeVariables =>
  Object.fromEntries(Object.entries(colours).map(([name, row]) => [`--color-${name}`, row[column] ?? '']));

export const baseColours: Readonly<Record<Appearance, ThemeVariables>> = {
  dark: pickColours(0),
  light: pickColours(1),
  'high-contrast': pickColours(2),
};
