import type { LiveRow, MemberNames } from '@guildhall/domain/wire/schemas/live/rows.js';
import { siteTopic } from '@guildhall/domain/wire/topics.js';
import { loadOlder } from '../../live/connection.js';
import { toRowPosition } from '../../live/positions.js';
import { forgetPreloaded } from '../api/preloaded-responses.js';
import { openLiveList } from './live-list.js';
import { forgetNames, publishMember } from './member-names.js';
import { loadSections, useSections } from './sections.js';
import { loadSession, useSession } from './session.js';
import { loadSite, useSite } from './site.js';
import { reloadThemeSheet, loadThemeSheet } from '../browser/theme-sheet.js';
import { updateSiteIcons } from '../browser/site-icons.js';

/** Keeps the data that every page shows up to date. @returns a function that stops this */
export function followSite(): () => void {
  // In the first view, the sections are preloaded if the screen may need them.
  let hasSections = useSections.getState().sections !== null;
  let hasMissedUpdates = false;
  return openLiveList({
    async read() {
      if (hasMissedUpdates) void loadSession();
      const [hasSite] = await Promise.all([loadSite(), hasSections ? null : loadSections()]);
      const { position, failed } = useSections.getState();
      if (!hasSite || failed || position === null) throw new Error('The site could not be read.');
      return position;
    },
    show(position) {
      if (hasMissedUpdates) {
        // Names may have changed without an update, and role colours are in the style sheet.
        loadOlder(position);
        reloadThemeSheet(toRowPosition(position));
      }
      hasSections = false;
      hasMissedUpdates = false;
      return { topics: [siteTopic], position };
    },
    apply: applyRows,
    // The structure or permissions have changed, so other places may be visible and other actions allowed.
    onMissed() {
      forgetPreloaded();
      forgetNames();
      hasMissedUpdates = true;
    },
    fail: () => true,
  }).stop;
}

function applyRows(rows: LiveRow[]): void {
  for (const row of rows) {
    if (row.kind === 'players') useSite.setState({ players: row.players, modes: row.modes });
    if (row.kind === 'member') applyMember(row);
    if (row.kind !== 'site') continue;
    const { kind: _, id: __, pos, ...site } = row;
    if ((useSite.getState().pos ?? '') < pos) useSite.setState({ ...site, pos });
    updateSiteIcons(site.logo, site.light_logo, pos);
    loadThemeSheet(pos);
  }
}

/** Members may change their own name or avatar elsewhere. */
function applyMember(member: MemberNames): void {
  publishMember(member);
  const { id, username, avatar_url } = member;
  useSession.setState(({ user }) => (user?.id === id ? { user: { ...user, username, avatar_url } } : {}));
}
