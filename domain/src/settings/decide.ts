import type { Decider } from '../decider.js';
import { can, type Actor } from '../permissions.js';
import { Refusal } from '../refusals.js';
import type { SettingsEvent } from './events.js';
import { defaultSettings, type SiteSettings } from './site-settings.js';

export interface SettingsState {
  settings: SiteSettings;
  version: number;
}

export interface SettingsCommand {
  type: 'ChangeSettings';
  changes: Partial<SiteSettings>;
  ifVersions?: readonly number[] | undefined;
}

export const settings: Decider<SettingsState, SettingsCommand, SettingsEvent, { actor: Actor }> = {
  initial: () => ({ settings: defaultSettings, version: 1 }),

  evolve: (state, event) => ({
    settings: { ...state.settings, ...event.data.changes },
    version: state.version + 1,
  }),

  decide({ changes, ifVersions }, state, { actor }) {
    if (!can(actor, 'manage-settings')) throw new Refusal('not-found');
    if (ifVersions?.includes(state.version) === false) throw new Refusal('changed-since');
    const changedFields = (Object.keys(changes) as (keyof SiteSettings)[]).filter(
      (key) => changes[key] !== undefined && JSON.stringify(changes[key]) !== JSON.stringify(state.settings[key]),
    );
    if (changedFields.length === 0) return [];
    const pick = (from: Partial<SiteSettings>) => Object.fromEntries(changedFields.map((key) => [key, from[key]]));
    return [{ type: 'SettingsChanged.v1', data: { changes: pick(changes), before: pick(state.settings) } }];
  },
};
