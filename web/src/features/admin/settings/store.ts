import type { SettingsResponse } from '@guildhall/domain/wire/schemas/site/site.js';
import type { WriteResponse } from '@guildhall/domain/wire/schemas/write.js';
import { create } from 'zustand';
import { get, send } from '../../../shared/api/api.js';
import { loadSite } from '../../../shared/state/site.js';
import { showDone } from '../shared/undo-actions.js';
import { texts } from './texts.js';

interface SettingsState {
  /** The settings on the server. Unsaved edits, which survive navigation, are in `settings`. */
  saved: Settings | null;
  settings: Settings | null;
  version: number;
  failed: boolean;
}

export const useSettings = create<SettingsState>(() => ({ saved: null, settings: null, version: 0, failed: false }));

/**
 * `keep` retains edits and their base version so that the server refuses a conflicting save. `drop` discards edits.
 * `rebase` applies edits to the loaded settings, for use after the member's own write.
 */
export async function loadSettings(changes: 'keep' | 'drop' | 'rebase' = 'keep'): Promise<void> {
  try {
    const { set_up: _, version, ...saved } = (await get<SettingsResponse>('/admin/settings')).body;
    const before = useSettings.getState();
    if (changes === 'keep' && hasChanges(before)) return useSettings.setState({ failed: false });
    const { settings: editedSettings, saved: base } = before;
    const settings = changes !== 'drop' && editedSettings && base ? rebaseSettings(editedSettings, base, saved) : saved;
    useSettings.setState({ saved, settings, version, failed: false });
  } catch {
    useSettings.setState({ failed: true });
  }
}

export function setSetting(changes: Partial<Settings>): void {
  useSettings.setState(({ settings }) => ({ settings: settings && { ...settings, ...changes } }));
}

export function hasChanges({ settings, saved }: Pick<SettingsState, 'settings' | 'saved'>): boolean {
  return settings !== null && saved !== null && Object.keys(findChanges(settings, saved)).length > 0;
}

export function discardChanges(): void {
  useSettings.setState(({ saved }) => ({ settings: saved }));
}

function reloadSettings(): void {
  void loadSettings('rebase');
  void loadSite();
}

/** Sends nothing if nothing has changed. `quiet` suppresses the toast. */
export async function saveSettings(key: string, quiet = false): Promise<void> {
  const { settings, saved, version } = useSettings.getState();
  if (!settings || !saved || !hasChanges({ settings, saved })) return;
  const changes = findChanges(settings, saved);
  const { body } = await send<WriteResponse>('PUT', '/admin/settings', key, changes, version);
  useSettings.setState({ saved: settings });
  if (!quiet) showDone(texts.saved, body.acts, reloadSettings);
  await Promise.all([loadSettings('rebase'), loadSite()]);
}

export async function endFirstRun(key: string): Promise<void> {
  await send<WriteResponse>('PUT', '/admin/settings', key, { set_up: true });
  await loadSite();
}

export type Settings = Omit<SettingsResponse, 'version' | 'set_up'>;
type SettingName = keyof Settings;

/** Returns only changed settings because the server leaves omitted ones unchanged. */
export function findChanges(settings: Settings, saved: Settings): Partial<Settings> {
  const names = Object.keys(settings) as SettingName[];
  const changedNames = names.filter((name) => JSON.stringify(settings[name]) !== JSON.stringify(saved[name]));
  return Object.fromEntries(changedNames.map((name) => [name, settings[name]]));
}

export function rebaseSettings(settings: Settings, saved: Settings, next: Settings): Settings {
  return { ...next, ...findChanges(settings, saved) };
}

export function moveEntry<Entry>(list: readonly Entry[], index: number, step: -1 | 1): Entry[] {
  const to = index + step;
  const next = [...list];
  const [entry] = to < 0 || to >= list.length ? [] : next.splice(index, 1);
  if (entry !== undefined) next.splice(to, 0, entry);
  return next;
}

export function replaceEntry<Entry>(list: readonly Entry[], index: number, changes: Partial<Entry>): Entry[] {
  return list.map((entry, at) => (at === index ? { ...entry, ...changes } : entry));
}
