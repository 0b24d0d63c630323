import { can } from '@guildhall/domain/permissions.js';
import { formatDateAndTime } from '../shared/dates.js';
import { linkTo } from '../shared/paths.js';
import { Link } from '../shared/router.js';
import { useActor } from '../shared/state/session.js';
import { useSite } from '../shared/state/site.js';
import { texts } from '../shared/texts.js';
import styles from './header.module.css';

/**
 * If the status service fails, shows since when. Without a service, only staff who may configure one see a link to the
 * settings.
 */
export function PlayerCount({ className }: { className: string | undefined }) {
  const { count, unknown_since: since, counted } = useSite((site) => site.players);
  const isLoaded = useSite((site) => site.pos !== null);
  const canSet = can(useActor(), 'manage-settings');
  const classes = `line ${styles['players']} ${className}`;
  if (!counted) {
    return isLoaded && canSet ? (
      <Link to={linkTo('adminSettings')} className={`${classes} ${styles['setUpLink']} link no-underline`}>
        {texts.nav.notCounted}
      </Link>
    ) : null;
  }
  const unknownText = since === null ? null : texts.nav.unknownSince(formatDateAndTime(new Date(since)));
  return (
    <p className={classes} title={unknownText ?? undefined}>
      <span className={`dot ${styles['dot']} ${unknownText === null ? 'live' : 'unknown'}`} aria-hidden="true" />
      <span className="numbers">{count.toLocaleString('nl-NL')}</span> {texts.nav.playing}
      {unknownText !== null && <span className="visually-hidden">({unknownText})</span>}
    </p>
  );
}
