import type { SettingsCommand } from './decide.js';
import type { SettingsEvent } from './events.js';

/** The fields of the state that an event leaves changed, by name. */
export function settingsFieldsOf({ data }: SettingsEvent): string[] {
  return Object.keys(data.changes).map((key) => `setting ${key}`);
}

/** The command that takes an act back. */
export function settingsInverseOf({ data }: SettingsEvent): SettingsCommand {
  return { type: 'ChangeSettings', changes: data.before };
}
