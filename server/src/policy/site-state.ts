import { foldName } from '@guildhall/domain/account/names.js';
import { upcastEvent, streams } from '@guildhall/domain/events.js';
import { settings } from '@guildhall/domain/settings/decide.js';
import type { SiteSettings } from '@guildhall/domain/settings/site-settings.js';
import { Refusal } from '@guildhall/domain/refusals.js';
import { parseTheme, type ThemeVariables } from '@guildhall/domain/theme/css.js';
import { theme, type ThemeState } from '@guildhall/domain/theme/decide.js';
import {
  beginning,
  pickLaterPosition,
  type EventLog,
  type Position,
  type StoredEvent,
} from '@guildhall/event-store/port.js';
import { Fold } from '../log/fold.js';

export class SiteState {
  readonly settingsFold = new Fold(streams.settings, settings);
  readonly themeFold = new Fold(streams.theme, theme, (storedEvent) => this.recordSaved(storedEvent));
  readonly savedAt = new Map<string, string>();

  async load(log: EventLog): Promise<void> {
    await this.settingsFold.catchUp(log);
    await this.themeFold.catchUp(log);
  }

  apply(event: StoredEvent): void {
    [this.settingsFold, this.themeFold].find(({ stream }) => stream === event.stream)?.apply(event);
  }

  private recordSaved({ type, data, metadata }: StoredEvent): void {
    const event = upcastEvent(type, data);
    if (event?.type === 'ThemeSaved.v1') this.savedAt.set(foldName(event.data.name), metadata.at ?? '');
  }

  get settings(): Readonly<SiteSettings> {
    return this.settingsFold.state.settings;
  }

  get theme(): Readonly<ThemeState> {
    return this.themeFold.state;
  }

  get position(): Position {
    return pickLaterPosition(this.settingsFold.position ?? beginning, this.themeFold.position ?? beginning);
  }
}

/** Returns no colours if a theme from an older log can no longer be read. */
export function readLiveColours({ themes, live }: Readonly<ThemeState>): ThemeVariables {
  try {
    return parseTheme(themes.get(live)?.css ?? '');
  } catch (error) {
    if (error instanceof Refusal) return {};
    throw error;
  }
}
