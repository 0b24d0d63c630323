import type { SiteSettings } from './site-settings.js';

/** Stream `settings`. The changed values and the values before: the same keys in both. */
export type SettingsEvent = {
  type: 'SettingsChanged.v1';
  data: { changes: Partial<SiteSettings>; before: Partial<SiteSettings> };
};
