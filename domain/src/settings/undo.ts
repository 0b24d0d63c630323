import type { SettingsCommand } from './decide.js';
import type { SettingsEvent } from './events.js';

/** The names of the state's fields that an event changes. */
export function settingsFieldsOf({ data }: SettingsEvent): string[] {
  return Object.keys(data.changes).map((key) => `setting ${key}`);
}

/** The command that undoes an event. */
export function settingsInverseOf({ data }: SettingsEvent): SettingsCommand {
  return { type: 'ChangeSettings', changes: data.before };
}
