import type { ThemeVariables } from '@guildhall/domain/theme/css.js';
import { defaultAccent } from '@guildhall/domain/theme/base-colours.js';
import { defaultTheme } from '@guildhall/domain/theme/theme-colours.js';
import { derivePalette } from '@guildhall/domain/theme/palette.js';
import { texts } from './texts.js';

const fromAccent = new Set(Object.keys(derivePalette(defaultAccent, defaultTheme, 'dark')));
export const comesFromAccent = (variable: string): boolean => fromAccent.has(variable);

const groups: { name: string; colours: Record<string, string> }[] = [
  {
    name: 'Accent and links',
    colours: {
      accent: 'Accent',
      'accent-hover': 'Accent on hover',
      'accent-soft': 'Accent, soft background',
      'on-accent': 'Text on the accent',
      link: 'Links',
      focus: 'Focus ring',
    },
  },
  {
    name: 'Backgrounds and borders',
    colours: {
      bg: 'Page',
      'bg-raised': 'Raised background',
      'bg-overlay': 'Menus and hover',
      'bg-inset': 'Sunken background',
      border: 'Borders',
      'border-strong': 'Borders of controls',
    },
  },
  { name: 'Text', colours: { text: 'Text', 'text-muted': 'Muted text', 'text-faint': 'Faint text' } },
  {
    name: 'Header, footer, sidebar',
    colours: {
      header: 'Header',
      'header-text': 'Text of the header',
      'header-active': 'Active in the header',
      footer: 'Footer',
      'footer-text': 'Text of the footer',
      sidebar: 'Sidebar',
      'sidebar-active': 'Active in the sidebar',
    },
  },
  {
    name: 'Status',
    colours: {
      success: 'Success',
      warning: 'Warning',
      danger: 'Danger',
      'danger-soft': 'Danger, soft background',
      info: 'Information',
      live: 'Live',
    },
  },
  {
    name: 'Fields and tables',
    colours: {
      input: 'Fields',
      'input-border': 'Borders of fields',
      'input-placeholder': 'Hints in fields',
      'table-head': 'Table heads',
      'row-hover': 'Row on hover',
    },
  },
  {
    name: 'Posts',
    colours: {
      code: 'Code',
      'code-text': 'Text of code',
      quote: 'Quotes',
      'quote-bar': 'Bar of quotes',
      selection: 'Selection',
      'selection-text': 'Selected text',
    },
  },
  {
    name: 'Roles, badges, differences',
    colours: {
      'role-admin': 'Admins',
      'role-staff': 'Staff',
      badge: 'Badges',
      'badge-text': 'Text of badges',
      'diff-added': 'Added',
      'diff-removed': 'Removed',
    },
  },
  {
    name: 'Avatars without a picture',
    colours: {
      'avatar-1': 'Avatar 1',
      'avatar-2': 'Avatar 2',
      'avatar-3': 'Avatar 3',
      'avatar-4': 'Avatar 4',
      'avatar-5': 'Avatar 5',
      'avatar-6': 'Avatar 6',
      'avatar-text': 'Letters of avatars',
    },
  },
  {
    name: 'Plots, shadows and the like',
    colours: {
      'chart-line': 'Lines of plots',
      'chart-fill': 'Areas of plots',
      skeleton: 'Waiting ground',
      scrollbar: 'Scroll bars',
      backdrop: 'Behind dialogs',
      shadow: 'Shadows',
      'mark-from': 'Mark, upper colour',
      'mark-to': 'Mark, lower colour',
    },
  },
];

const labels = new Map(
  groups.flatMap(({ colours }) => Object.entries(colours).map(([name, label]) => [`--color-${name}`, label])),
);

export function getLabel(variable: string): string {
  return labels.get(variable) ?? variable;
}

export function groupVariables(theme: ThemeVariables): { name: string; variables: string[] }[] {
  const namedGroups = groups.map(({ name, colours }) => ({
    name,
    variables: Object.keys(colours).map((colour) => `--color-${colour}`),
  }));
  const otherVariables = Object.keys(theme).filter((variable) => !labels.has(variable));
  return otherVariables.length === 0
    ? namedGroups
    : [...namedGroups, { name: texts.others, variables: otherVariables }];
}
