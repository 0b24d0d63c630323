import { can } from '@guildhall/domain/permissions.js';
import type { PlayersPoint } from '@guildhall/domain/wire/schemas/site/statistics.js';
import { useState } from 'react';
import { useResponse } from '../../../queries/use-response.js';
import { dateAndTime } from '../../../shared/dates.js';
import { linkTo } from '../../../shared/paths.js';
import { Link } from '../../../shared/router.js';
import { wholeForum, useSections } from '../../../shared/state/sections.js';
import { useActor } from '../../../shared/state/session.js';
import { useSite } from '../../../shared/state/site.js';
import styles from './home.module.css';
import { Sparkline } from './sparkline.js';
import { texts } from './texts.js';

const hourMs = 3_600_000;

/** Shows only measured numbers. */
export function PlayingCard() {
  const counted = useSite((site) => site.players.counted);
  return counted ? <Playing /> : <NotCounted />;
}

/** Shown if no status service is configured; links those who may configure one to the setting. */
function NotCounted() {
  const canSet = can(useActor(), 'manage-settings');
  return (
    <section className={`grid one-column card bg-raised ${styles['playing']}`} aria-labelledby="so-far">
      <h2 id="so-far" className={`line muted ${styles['cardHead']}`}>
        {texts.soFar}
      </h2>
      <Written />
      <p className="hint">
        {canSet && (
          <>
            {texts.notCounted} <Link to={linkTo('adminSettings')}>{texts.setUp}</Link> ·{' '}
          </>
        )}
        <Link to={linkTo('stats', { mode: 'global' })}>{texts.stats}</Link>
      </p>
    </section>
  );
}

function Playing() {
  const { count, unknown_since: since } = useSite((site) => site.players);
  const points = usePointsOfDay();
  return (
    <section className={`grid one-column card bg-raised ${styles['playing']}`} aria-labelledby="playing-now">
      <h2 id="playing-now" className={`line muted ${styles['cardHead']}`}>
        <span className={`dot ${since === null ? 'live' : 'unknown'}`} aria-hidden="true" />
        {texts.playing}
      </h2>
      <p className={`bold ${styles['count']} numbers`}>{count.toLocaleString('nl-NL')}</p>
      <div className={`grid align-end ${styles['day']}`}>{points && <Sparkline points={points} />}</div>
      <p className="faint nowrap">
        {since === null ? texts.lastDay : texts.unknownSince(dateAndTime(new Date(since)))} ·{' '}
        <Link to={linkTo('stats', { mode: 'global' })}>{texts.stats}</Link>
      </p>
      <Written />
    </section>
  );
}

function Written() {
  const sections = useSections((state) => state.sections);
  const all = sections?.map((section) => wholeForum({ section, subsection: null })) ?? [];
  const threads = all.reduce((sum, { thread_count }) => sum + thread_count, 0);
  const posts = all.reduce((sum, { post_count }) => sum + post_count, 0);
  return (
    <p className={`muted border-top margin-top-12 ${styles['written']} numbers`}>
      {sections && `${texts.threads(threads)} · ${texts.posts(posts)}`}
    </p>
  );
}

/** Null until loaded; empty if they cannot be read. */
function usePointsOfDay(): PlayersPoint[] | null {
  const [from] = useState(() => new Date(Math.floor(Date.now() / hourMs) * hourMs - 23 * hourMs).toISOString());
  const { body, fault } = useResponse<PlayersPoint[]>(`/stats/players?step=1h&from=${encodeURIComponent(from)}`);
  return body ?? (fault === null ? null : []);
}
