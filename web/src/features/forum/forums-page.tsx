import type { SectionRow } from '@guildhall/domain/wire/schemas/forum/sections.js';
import { useEffect, useMemo } from 'react';
import { usePageTitle } from '../../shared/hooks/use-page-title.js';
import { linkTo } from '../../shared/paths.js';
import { loadSections, nearest, useSections, type Place } from '../../shared/state/sections.js';
import { LoadError } from '../../ui/alert.js';
import { ButtonLink } from '../../ui/button.js';
import { EmptyState } from '../../ui/empty-state.js';
import type { HeldRow } from '../../ui/live-list/held-rows.js';
import { BlankRow, UpdatesPill } from '../../ui/live-list/updates-pill.js';
import { useHeldRows } from '../../ui/live-list/use-held-rows.js';
import { PlaceRow, PlaceRowSkeleton } from '../../ui/place-row.js';
import { PlaceUpdates } from '../../ui/reading/place-updates.js';
import { followPlaces } from './places/follow-places.js';
import { StartThreadLink } from './places/start-thread-link.js';
import { usePlaceMarks } from '../../shared/reading/use-marks-of.js';
import styles from './forum.module.css';
import { texts } from './texts.js';

const placesIn = (section: SectionRow): Place[] => [
  { section, subsection: null },
  ...section.subcategories.map((subsection) => ({ section, subsection })),
];

const keyOf = (place: Place): number => nearest(place).id;

function groupsOf(rows: readonly HeldRow<Place>[]): HeldRow<Place>[][] {
  const groups: HeldRow<Place>[][] = [];
  for (const held of rows) {
    if (held.row.subsection === null || groups.length === 0) groups.push([held]);
    else groups.at(-1)?.push(held);
  }
  return groups;
}

export function ForumsPage() {
  const sections = useSections((state) => state.sections);
  const failed = useSections((state) => state.failed);
  usePageTitle(texts.forums);
  useEffect(() => followPlaces(), []);
  usePlaceMarks();
  const places = useMemo(() => (sections ?? []).flatMap(placesIn), [sections]);
  const [list, listRef] = useHeldRows(places, keyOf);
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
      {!sections && failed && <LoadError again={() => void loadSections()} />}
      {sections?.length === 0 && <EmptyState>{texts.noForums}</EmptyState>}
      {!sections && !failed && (
        <div className={`card bg-raised ${styles['card']}`}>
          {[0, 1, 2].map((line) => (
            <PlaceRowSkeleton key={line} />
          ))}
        </div>
      )}
      <div ref={listRef} className="stack one-column">
        <UpdatesPill list={list} />
        {groupsOf(list.rows).map((group) => (
          <div key={group[0]?.key} data-rows className={`card bg-raised ${styles['card']} margin-top-12`}>
            {group.map(({ key, row: place, blank }) =>
              blank ? (
                <BlankRow key={key} as="div" />
              ) : (
                <PlaceRow
                  key={key}
                  place={place}
                  nested={place.subsection !== null}
                  heading={place.subsection ? 'h3' : 'h2'}
                  news={<PlaceUpdates place={place} />}
                />
              ),
            )}
          </div>
        ))}
      </div>
    </div>
  );
}
