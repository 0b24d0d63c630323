import type { SiteSettings } from './site-settings.js';

/** Stream `settings`. `before` has the same keys. */
export type SettingsEvent = {
  type: 'SettingsChanged.v1';
  data: { changes: Partial<SiteSettings>; before: Partial<SiteSettings> };
};
