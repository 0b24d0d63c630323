import { can } from '@guildhall/domain/permissions.js';
import type { PlayersPoint } from '@guildhall/domain/wire/schemas/site/statistics.js';
import { useState } from 'react';
import { useResponse } from '../../../queries/use-response.js';
import { formatDateAndTime } from '../../../shared/dates.js';
import { linkTo } from '../../../shared/paths.js';
import { Link } from '../../../shared/router.js';
import { sumPlaceCounts, useSections } from '../../../shared/state/sections.js';
import { useActor } from '../../../shared/state/session.js';
import { useSite } from '../../../shared/state/site.js';
import styles from './home.module.css';
import { Sparkline } from './sparkline.js';
import { texts } from './texts.js';

const hourMs = 3_600_000;

/** Without a player counter, only staff who may configure one see a link to the setting. */
export function PlayingCard() {
  const { counted, count, unknown_since: since } = useSite((site) => site.players);
  const canSet = can(useActor(), 'manage-settings');
  const stats = (
    <Link to={linkTo('stats', { mode: 'global' })} className="touch-target">
      {texts.stats}
    </Link>
  );
  return (
    <section className={`grid one-column card bg-raised ${styles['playingCard']}`} aria-labelledby="playing">
      <h2 id="playing" className={`line muted ${styles['cardHead']}`}>
        {counted && <span className={`dot ${since === null ? 'live' : 'unknown'}`} aria-hidden="true" />}
        {counted ? texts.playing : texts.soFar}
      </h2>
      {counted ? (
        <>
          <p className={`bold ${styles['count']} numbers`}>{count.toLocaleString('nl-NL')}</p>
          <PlayersOfDay />
          <p className="faint">
            {since === null ? texts.lastDay : texts.unknownSince(formatDateAndTime(new Date(since)))}
            {'\u00A0· '}
            <span className="nowrap">{stats}</span>
          </p>
          <ForumCounts />
        </>
      ) : (
        <>
          <ForumCounts />
          <p className="hint">
            {canSet && (
              <>
                {texts.notCounted} <Link to={linkTo('adminSettings')}>{texts.setUp}</Link> ·{' '}
              </>
            )}
            {stats}
          </p>
        </>
      )}
    </section>
  );
}

function ForumCounts() {
  const sections = useSections((state) => state.sections);
  const all = sections?.map((section) => sumPlaceCounts({ section, subsection: null })) ?? [];
  const threads = all.reduce((sum, { thread_count }) => sum + thread_count, 0);
  const posts = all.reduce((sum, { post_count }) => sum + post_count, 0);
  return (
    <p className={`muted border-top margin-top-12 ${styles['forumCounts']} numbers`}>
      {sections && `${texts.threads(threads)} · ${texts.posts(posts)}`}
    </p>
  );
}

function PlayersOfDay() {
  const [from] = useState(() => new Date(Math.floor(Date.now() / hourMs) * hourMs - 23 * hourMs).toISOString());
  const { body, fault } = useResponse<PlayersPoint[]>(`/stats/players?step=1h&from=${encodeURIComponent(from)}`);
  const points = body ?? (fault === null ? null : []);
  return <div className={`grid align-end ${styles['dayPlot']}`}>{points && <Sparkline points={points} />}</div>;
}
