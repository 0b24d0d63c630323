import type { LiveRow, MemberNames } from '@guildhall/domain/wire/schemas/live/rows.js';
import { siteTopic } from '@guildhall/domain/wire/topics.js';
import { listen, loadOlder } from '../../live/connection.js';
import { rowPosition } from '../../live/positions.js';
import { scheduleReload } from '../../live/schedule-reload.js';
import type { Listening } from '../../live/topics.js';
import { forgetPreloaded } from '../api/preloaded-responses.js';
import { forgetNames, publishMember } from './member-names.js';
import { loadSections, useSections } from './sections.js';
import { loadSession, useSession } from './session.js';
import { loadSite, useSite } from './site.js';
import { showThemeAgain, showThemeOf } from '../browser/theme-sheet.js';
import { showIconsOf } from '../browser/site-icons.js';

let listening: Listening | null = null;
let failures = 0;
/** True if names may have changed without an update: a page read before the site was reread is then reloaded. */
let passedBy = false;

/** Loads the data that every page shows, and subscribes to its updates for the whole visit. */
export async function followSite(): Promise<void> {
  // In the first view this data is preloaded, if the screen may use it.
  const isJoined = listening === null && useSections.getState().sections !== null;
  const [known] = await Promise.all([loadSite(), isJoined ? null : loadSections()]);
  const { position, failed } = useSections.getState();
  if (!known || failed || position === null) {
    scheduleReload(() => void followSite(), ++failures);
    return;
  }
  failures = 0;
  if (passedBy) loadOlder(position);
  passedBy = false;
  if (listening) listening.rejoin(position);
  else listening = listen(siteTopic, position, { rows: takeRows, resync: loadAllSoon });
}

/** Structure or permissions have changed: other places may be visible, and other actions allowed. */
function loadAllSoon(urgent?: boolean): void {
  forgetPreloaded();
  forgetNames();
  passedBy = true;
  const loadAll = () => {
    void loadSession();
    // Role colours are in the style sheet.
    void followSite().then(() => {
      const { position } = useSections.getState();
      showThemeAgain(position && rowPosition(position));
    });
  };
  scheduleReload(loadAll, 0, urgent);
}

function takeRows(rows: LiveRow[]): void {
  for (const row of rows) {
    if (row.kind === 'players') useSite.setState({ players: row.players, modes: row.modes });
    if (row.kind === 'member') takeMember(row);
    if (row.kind !== 'site') continue;
    const { kind: _, id: __, pos, ...site } = row;
    if ((useSite.getState().pos ?? '') < pos) useSite.setState({ ...site, pos });
    showIconsOf(site.logo, site.light_logo, pos);
    showThemeOf(pos);
  }
}

/** The person may have changed their name or avatar elsewhere. */
function takeMember(member: MemberNames): void {
  publishMember(member);
  const { id, username, avatar_url } = member;
  useSession.setState(({ user }) => (user?.id === id ? { user: { ...user, username, avatar_url } } : {}));
}
