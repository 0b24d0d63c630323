import { useEffect, useMemo } from 'react';
import { usePageTitle } from '../../shared/hooks/use-page-title.js';
import { linkTo } from '../../shared/paths.js';
import { getPlaceRow, listPlacesIn, useSections, type Place } from '../../shared/state/sections.js';
import { ButtonLink } from '../../ui/button.js';
import type { HeldRow } from '../../ui/live-list/held-rows.js';
import { HeldRows, UpdatesPill } from '../../ui/live-list/updates-pill.js';
import { useHeldRows } from '../../ui/live-list/use-held-rows.js';
import { PlaceRow } from '../../ui/place-row.js';
import { followPlaces } from './places/follow-places.js';
import { NoPlaces } from './places/no-places.js';
import { StartThreadLink } from './places/start-thread-link.js';
import { usePlaceMarks } from '../../shared/reading/use-thread-marks.js';
import styles from './forum.module.css';
import { texts } from './texts.js';

const getKey = (place: Place): number => getPlaceRow(place).id;

function groupRows(rows: readonly HeldRow<Place>[]): HeldRow<Place>[][] {
  const groups: HeldRow<Place>[][] = [];
  for (const heldRow of rows) {
    if (heldRow.row.subsection === null || groups.length === 0) groups.push([heldRow]);
    else groups.at(-1)?.push(heldRow);
  }
  return groups;
}

export function ForumsPage() {
  const sections = useSections((state) => state.sections);
  usePageTitle(texts.forums);
  useEffect(() => followPlaces(), []);
  usePlaceMarks();
  const places = useMemo(() => (sections ?? []).flatMap(listPlacesIn), [sections]);
  const [list, listRef] = useHeldRows(places, getKey);
  return (
    <div className="stack one-column">
      <div className={styles['headRow']}>
        <div>
          <h1>{texts.forums}</h1>
          <p className={`color-muted margin-top-4 ${styles['lead']}`}>{texts.forumsIntro}</p>
        </div>
        <div className={`row ${styles['headActions']}`}>
          <ButtonLink kind="quiet" to={linkTo('latest')}>
            {texts.latest}
          </ButtonLink>
          <StartThreadLink />
        </div>
      </div>
      {places.length === 0 && (
        <div className={`card bg-raised ${styles['card']}`}>
          <NoPlaces />
        </div>
      )}
      <div ref={listRef} className="stack one-column">
        <UpdatesPill list={list} />
        {groupRows(list.rows).map((rows) => (
          <div key={rows[0]?.key} data-rows className={`card bg-raised ${styles['card']} margin-top-12`}>
            <HeldRows list={{ rows }} as="div">
              {(place) => <PlaceRow place={place} heading={place.subsection ? 'h3' : 'h2'} />}
            </HeldRows>
          </div>
        ))}
      </div>
    </div>
  );
}
