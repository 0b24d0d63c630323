import type { SiteSettings } from './site-settings.js';

/** The only event type in the `settings` stream. `before` contains the same keys with their previous values. */
export type SettingsEvent = {
  type: 'SettingsChanged.v1';
  data: { changes: Partial<SiteSettings>; before: Partial<SiteSettings> };
};
