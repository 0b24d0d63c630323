import { upcastEvent, streams } from '@guildhall/domain/events.js';
import { Refusal } from '@guildhall/domain/refusals.js';
import type { ThemeCommand } from '@guildhall/domain/theme/decide.js';
import type { ThemeEvent } from '@guildhall/domain/theme/events.js';
import type { ThemeHistoryRow } from '@guildhall/domain/wire/schemas/site/themes.js';
import type { StoredEvent, EventLog } from '@guildhall/event-store/port.js';
import type { SiteState } from '../policy/site-state.js';
import type { Directory } from '../read-models/members/directory.js';

interface Dependencies {
  log: EventLog;
  site: SiteState;
  directory: Directory;
}

/**
 * Returns the newest entries first. If `beforeRevision` is not null, they are older than it.
 * @returns the entries, and whether older ones exist
 */
export async function readThemeHistory(
  services: Dependencies,
  beforeRevision: number | null,
  limit: number,
): Promise<{ rows: ThemeHistoryRow[]; more: boolean }> {
  const { revision } = services.site.themeFold;
  const newestRevision = beforeRevision === null ? Infinity : beforeRevision - 1;
  const versionCount = revision === 'no-stream' ? 0 : revision + 1;
  const from = Math.max(0, Math.min(newestRevision, versionCount) - limit);
  const storedEvents = await services.log.readStream(streams.theme, from);
  const versions = storedEvents.filter((event) => getNumber(event) <= newestRevision).slice(-limit);
  const events = versions.reverse().flatMap((event) => toThemeEvent(event) ?? []);
  await services.directory.ensure(events.flatMap(({ storedEvent }) => parseActorId(storedEvent) ?? []));
  return { rows: events.map((event) => buildRow(services, event)), more: (versions.at(-1)?.revision ?? 0) > 0 };
}

export async function restoreCommand({ log }: Pick<Dependencies, 'log'>, number: number): Promise<ThemeCommand> {
  const [storedEvent] = await log.readStream(streams.theme, number - 1);
  const event = storedEvent && getNumber(storedEvent) === number ? toThemeEvent(storedEvent) : null;
  if (!event) throw new Refusal('not-found');
  const { type, data } = event.event;
  switch (type) {
    case 'ThemeSaved.v1': {
      const css = data.css ?? data.before;
      if (css === null) throw new Refusal('not-found');
      return { type: 'SaveTheme', name: data.name, css, publish: false };
    }
    case 'ThemePublished.v1':
      return { type: 'PublishTheme', name: data.name };
    case 'LogoChanged.v1':
      return { type: 'ChangeLogo', logo: data.logo, ...(data.ground && { ground: data.ground }) };
  }
}

interface ThemeHistoryEvent {
  storedEvent: StoredEvent;
  event: ThemeEvent;
}

function toThemeEvent(storedEvent: StoredEvent): ThemeHistoryEvent | null {
  const event = upcastEvent(storedEvent.type, storedEvent.data);
  return event && { storedEvent, event: event as ThemeEvent };
}

const getNumber = ({ revision }: StoredEvent): number => revision + 1;

const parseActorId = ({ metadata }: StoredEvent): number | null =>
  /^\d+$/.test(metadata.actorId ?? '') ? Number(metadata.actorId) : null;

function buildRow({ site, directory }: Dependencies, { storedEvent, event }: ThemeHistoryEvent): ThemeHistoryRow {
  const actor = parseActorId(storedEvent);
  return {
    revision: getNumber(storedEvent),
    ...describeChange(event, (fold) => site.theme.themes.get(fold)?.name ?? fold),
    at: storedEvent.metadata.at ?? '',
    by: actor === null ? null : { id: actor, username: directory.getName(actor) },
  };
}

function describeChange(
  { type, data }: ThemeEvent,
  nameOf: (fold: string) => string,
): Pick<ThemeHistoryRow, 'what' | 'name' | 'css' | 'logo'> {
  switch (type) {
    case 'ThemeSaved.v1':
      return {
        what: data.css === null ? 'removed' : 'saved',
        name: data.name,
        css: data.css ?? data.before,
        logo: null,
      };
    case 'ThemePublished.v1':
      return { what: 'published', name: nameOf(data.name), css: null, logo: null };
    case 'LogoChanged.v1':
      return { what: data.ground ? 'light logo' : 'logo', name: null, css: null, logo: data.logo };
  }
}
