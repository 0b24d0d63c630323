import { linkTo, linkToPlace } from '../shared/paths.js';
import { Link } from '../shared/router.js';
import { getPlaceRow, type Place } from '../shared/state/sections.js';
import { texts } from '../shared/texts.js';
import styles from './breadcrumb.module.css';

/** Ends with the parent of `place`, or with `place` itself if `includeCurrent` is set. */
export function Breadcrumb({ place, includeCurrent }: { place: Place | null; includeCurrent: boolean }) {
  const steps: Place[] = place ? [{ section: place.section, subsection: null }] : [];
  if (place?.subsection) steps.push(place);
  return (
    <nav aria-label={texts.breadcrumb}>
      <ol className={`faint flow ${styles['list']}`} role="list">
        <li>
          <Link to={linkTo('forums')}>{texts.nav.forums}</Link>
        </li>
        {(includeCurrent ? steps : steps.slice(0, -1)).map((step) => (
          <li key={getPlaceRow(step).id}>
            <Link to={linkToPlace(step)} dir="auto">
              {getPlaceRow(step).display_name}
            </Link>
          </li>
        ))}
      </ol>
    </nav>
  );
}
