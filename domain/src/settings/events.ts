import type { SiteSettings } from './site-settings.js';

/** Stream `settings`. What was changed, and what stood there before: the same keys in both. */
export type SettingsEvent = {
  type: 'SettingsChanged.v1';
  data: { changes: Partial<SiteSettings>; before: Partial<SiteSettings> };
};
