import { cutText } from '@guildhall/domain/text/graphemes.js';
import { parseTheme } from '@guildhall/domain/theme/css.js';
import type { AuditRow } from '@guildhall/domain/wire/schemas/staff/audit.js';
import type { PrefixRow } from '@guildhall/domain/wire/schemas/forum/sections.js';
import { formatDateAndTime } from '../../../shared/dates.js';
import { flagTexts } from '../shared/permission-texts.js';
import { formatFieldName } from './kinds.js';
import { texts } from './texts.js';

/** `before` is null if there was no value before, and `after` if there is none now. */
export interface Change {
  /** Null if the values need no label. */
  label: string | null;
  before: string | null;
  after: string | null;
}

export interface Names {
  role: (id: number) => string;
  section: (id: number) => string;
  subsection: (id: number) => string;
  prefix: (id: number) => string;
}

type FieldValues = Record<string, unknown>;
const maxValueLength = 160;
const namedFields: Record<string, (value: unknown, names: Names) => string> = {
  order: describeOrder,
  prefix_id: (id, names) => (typeof id === 'number' ? names.prefix(id) : formatValue(id)),
  prefixes: describePrefixes,
};
const unlabelledFields = ['role', 'status', 'prefix_id', 'prefixes'];

export function describeChanges({ before, after }: Pick<AuditRow, 'before' | 'after'>, names: Names): Change[] {
  const summary = createSummaryChange(before, after, names);
  if (summary) return [summary];
  const keys = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  return keys.flatMap((key): Change[] => {
    const oldValue = before?.[key];
    const newValue = after?.[key];
    if (JSON.stringify(oldValue) === JSON.stringify(newValue)) return [];
    if (key === 'entries') return listEntryChanges(oldValue, newValue, names);
    if (key === 'css') return listColourChanges(oldValue, newValue);
    const format = (value: unknown) => (namedFields[key] ?? formatValue)(value, names);
    const isLabelled = !unlabelledFields.includes(key) || (key === 'role' && keys.length > 1);
    const label = !isLabelled ? null : key === 'order' ? texts.order : formatFieldName(key);
    return [
      {
        label,
        before: before && key in before ? format(oldValue) : null,
        after: after && key in after ? format(newValue) : null,
      },
    ];
  });
}

function createSummaryChange(before: FieldValues | null, after: FieldValues | null, names: Names): Change | null {
  const summarise = (format: (facts: FieldValues) => string): Change => ({
    label: null,
    before: before && format(before),
    after: after && format(after),
  });
  if (before && after && 'banned' in before && 'banned' in after) return summarise(describeBan);
  if (after && 'erased' in after) {
    return { label: null, before: formatValue(before?.['role']), after: texts.erased(after['texts'] === true) };
  }
  if (before && after && 'deleted' in before && 'deleted' in after) {
    const existing = 'holders' in after ? texts.active : texts.visible; // Only roles have holders.
    return summarise((facts) => (facts['deleted'] === true ? texts.deleted : existing));
  }
  if (before && after && 'section_id' in before && 'subsection_id' in before) {
    return summarise((facts) => describePlace(facts, names));
  }
  return null;
}

function describeBan({ banned, until, site_only: siteOnly }: FieldValues): string {
  if (banned !== true) return texts.active;
  const ban =
    typeof until === 'string' ? texts.bannedUntil(formatDateAndTime(new Date(until))) : texts.bannedPermanently;
  return siteOnly === true ? texts.onSiteOnly(ban) : ban;
}

function describePlace({ section_id: section, subsection_id: subsection }: FieldValues, names: Names): string {
  const name = typeof section === 'number' ? names.section(section) : texts.nothing;
  return typeof subsection === 'number' ? `${name} / ${names.subsection(subsection)}` : name;
}

/** The ids belong either to all sections or to one section's subsections. The two sets never overlap. */
function describeOrder(value: unknown, names: Names): string {
  if (!Array.isArray(value)) return formatValue(value);
  return value.map((id: number) => findSectionOrSubsectionName(id, names)).join(', ');
}

function findSectionOrSubsectionName(id: number, names: Names): string {
  const name = names.section(id);
  return name === String(id) ? names.subsection(id) : name;
}

/** Returns, for example, `Bug (red), Idea (blue)`. */
function describePrefixes(value: unknown): string {
  if (!Array.isArray(value) || value.length === 0) return formatValue(value);
  return value.map(({ label, color }: PrefixRow) => texts.prefix(label, color)).join(', ');
}

type Entry = { role_id: number } & FieldValues;
const isEntry = (value: unknown): value is Entry => typeof value === 'object' && value !== null && 'role_id' in value;
const parseEntries = (value: unknown): Entry[] => (Array.isArray(value) ? value.filter(isEntry) : []);

/** Returns one change per flag, for example `Builder: reply` from no to yes. */
function listEntryChanges(oldValue: unknown, newValue: unknown, names: Names): Change[] {
  const [before, after] = [parseEntries(oldValue), parseEntries(newValue)];
  const roles = [...new Set([...before, ...after].map(({ role_id }) => role_id))];
  return roles.flatMap((role) => {
    const [old, fresh] = [before, after].map((entries) => entries.find(({ role_id }) => role_id === role));
    return Object.entries(flagTexts).flatMap(([flag, name]): Change[] => {
      const format = (entry: Entry | undefined) => (entry ? formatValue(entry[flag]) : texts.noEntry);
      if (format(old) === format(fresh)) return [];
      return [{ label: texts.roleFlag(names.role(role), name), before: format(old), after: format(fresh) }];
    });
  });
}

function listColourChanges(oldValue: unknown, newValue: unknown): Change[] {
  const [before, after] = [parseColours(oldValue), parseColours(newValue)];
  const countText = (colours: Colours | null) => colours && texts.colours(Object.keys(colours).length);
  if (!before || !after) return [{ label: null, before: countText(before), after: countText(after) }];
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return names
    .filter((name) => before[name] !== after[name])
    .map((name) => ({ label: name, before: before[name] ?? texts.fromAccent, after: after[name] ?? texts.fromAccent }));
}

type Colours = Readonly<Record<string, string>>;
function parseColours(css: unknown): Colours | null {
  try {
    return typeof css === 'string' ? parseTheme(css) : null;
  } catch {
    return null; // An older version with a looser schema wrote this value.
  }
}

function formatValue(value: unknown): string {
  if (value === null || value === undefined) return texts.nothing;
  if (typeof value === 'boolean') return value ? texts.yes : texts.no;
  if (value === '' || (Array.isArray(value) && value.length === 0)) return texts.empty;
  if (typeof value === 'string' && /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value)) return formatDateAndTime(new Date(value));
  const isList = Array.isArray(value) && value.every((entry) => typeof entry === 'string');
  const text = typeof value === 'string' ? value : isList ? value.join(', ') : JSON.stringify(value);
  return cutText(text, maxValueLength, '…');
}
