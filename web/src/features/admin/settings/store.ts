import type { SettingsResponse } from '@guildhall/domain/wire/schemas/site/site.js';
import type { WriteResponse } from '@guildhall/domain/wire/schemas/write.js';
import { create } from 'zustand';
import { get, send } from '../../../shared/api/api.js';
import { loadSite } from '../../../shared/state/site.js';
import { showDone } from '../shared/undo-actions.js';
import { texts } from './texts.js';

interface SettingsState {
  /** The settings on the server. Unsaved edits, which survive navigation, are in `settings`. */
  savedSettings: Settings | null;
  settings: Settings | null;
  version: number;
  failed: boolean;
}

export const useSettings = create<SettingsState>(() => ({
  savedSettings: null,
  settings: null,
  version: 0,
  failed: false,
}));

/**
 * `keep` retains edits and their base version so that the server refuses a conflicting save. `drop` discards edits.
 * `rebase` applies edits to the loaded settings, for use after the member's own write.
 */
export async function loadSettings(changes: 'keep' | 'drop' | 'rebase' = 'keep'): Promise<void> {
  try {
    const { set_up: _, version, ...savedSettings } = (await get<SettingsResponse>('/admin/settings')).body;
    const state = useSettings.getState();
    if (changes === 'keep' && hasChanges(state)) return useSettings.setState({ failed: false });
    const { settings: editedSettings, savedSettings: base } = state;
    const settings =
      changes !== 'drop' && editedSettings && base
        ? rebaseSettings(editedSettings, base, savedSettings)
        : savedSettings;
    useSettings.setState({ savedSettings, settings, version, failed: false });
  } catch {
    useSettings.setState({ failed: true });
  }
}

export function setSetting(changes: Partial<Settings>): void {
  useSettings.setState(({ settings }) => ({ settings: settings && { ...settings, ...changes } }));
}

export function hasChanges({ settings, savedSettings }: Pick<SettingsState, 'settings' | 'savedSettings'>): boolean {
  return settings !== null && savedSettings !== null && Object.keys(findChanges(settings, savedSettings)).length > 0;
}

export function discardChanges(): void {
  useSettings.setState(({ savedSettings }) => ({ settings: savedSettings }));
}

function reloadSettings(): void {
  void loadSettings('rebase');
  void loadSite();
}

/** Sends nothing if nothing has changed. `quiet` suppresses the toast. */
export async function saveSettings(key: string, quiet = false): Promise<void> {
  const { settings, savedSettings, version } = useSettings.getState();
  if (!settings || !savedSettings || !hasChanges({ settings, savedSettings })) return;
  const changes = findChanges(settings, savedSettings);
  const { body } = await send<WriteResponse>('PUT', '/admin/settings', key, changes, version);
  useSettings.setState({ savedSettings: settings });
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
export function findChanges(settings: Settings, savedSettings: Settings): Partial<Settings> {
  const names = Object.keys(settings) as SettingName[];
  const changedNames = names.filter((name) => JSON.stringify(settings[name]) !== JSON.stringify(savedSettings[name]));
  return Object.fromEntries(changedNames.map((name) => [name, settings[name]]));
}

export function rebaseSettings(settings: Settings, savedSettings: Settings, next: Settings): Settings {
  return { ...next, ...findChanges(settings, savedSettings) };
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
