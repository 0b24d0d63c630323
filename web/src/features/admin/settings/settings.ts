import type { SettingsResponse } from '@guildhall/domain/wire/schemas/site/site.js';

/** What the forms change. */
export type Settings = Omit<SettingsResponse, 'version' | 'set_up'>;
type SettingName = keyof Settings;

/** The settings that differ: a setting left out of a save stays as it is. */
export function changesOf(settings: Settings, saved: Settings): Partial<Settings> {
  const names = Object.keys(settings) as SettingName[]; // the keys of an object of that type
  const changed = names.filter((name) => JSON.stringify(settings[name]) !== JSON.stringify(saved[name]));
  return Object.fromEntries(changed.map((name) => [name, settings[name]]));
}

/** The unsaved changes to `saved`, to be applied to what is saved next. */
export function rebased(settings: Settings, saved: Settings, next: Settings): Settings {
  return { ...next, ...changesOf(settings, saved) };
}

/** A list with one of its entries moved by a step; as it is at the ends. */
export function moved<Entry>(list: readonly Entry[], index: number, step: -1 | 1): Entry[] {
  const to = index + step;
  const next = [...list];
  const [entry] = to < 0 || to >= list.length ? [] : next.splice(index, 1);
  if (entry !== undefined) next.splice(to, 0, entry);
  return next;
}

export function replaced<Entry>(list: readonly Entry[], index: number, changed: Partial<Entry>): Entry[] {
  return list.map((entry, at) => (at === index ? { ...entry, ...changed } : entry));
}
