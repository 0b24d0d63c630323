import { dateAndTime } from '../shared/dates.js';
import { useSite } from '../shared/state/site.js';
import { texts } from '../shared/texts.js';
import styles from './header.module.css';

/** How many play now; where that is not known, the time since when. */
export function PlayerCount({ className }: { className: string | undefined }) {
  const { count, unknown_since: since } = useSite((site) => site.players);
  const unknown = since === null ? null : texts.nav.unknownSince(dateAndTime(new Date(since)));
  return (
    <p className={`${styles['players']} ${className}`} title={unknown ?? undefined}>
      <span className={`${styles['dot']} ${unknown === null ? '' : styles['dotUnknown']}`} aria-hidden="true" />
      <span className="numbers">{count.toLocaleString('nl-NL')}</span> {texts.nav.playing}
      {unknown !== null && <span className="visually-hidden">({unknown})</span>}
    </p>
  );
}
