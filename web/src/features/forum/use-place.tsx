import { isFormerName } from '@guildhall/domain/wire/place-names.js';
import { useEffect, useState, type ReactNode } from 'react';
import { usePageTitle } from '../../shared/hooks/use-page-title.js';
import { createLazyComponent } from '../../shared/lazy.js';
import { linkTo } from '../../shared/paths.js';
import { navigate, useLocation, useParams } from '../../shared/router.js';
import {
  loadSections,
  getPlaceRow,
  findPlaceByName,
  listPlacesIn,
  useSections,
  type Place,
} from '../../shared/state/sections.js';
import { LoadError } from '../../ui/alert.js';
import { ButtonLink } from '../../ui/button.js';
import { NextSteps } from '../../ui/page/lazy-next-steps.js';
import { NotFoundPage } from '../../ui/page/not-found-page.js';
import { texts } from './texts.js';

const LostDrafts = createLazyComponent(() => import('../../ui/editor/copy-text.js'), 'LostDrafts');

interface FoundPlace {
  place: Place | null;
  instead: ReactNode;
}

/** Redirects to the new URL if the place is renamed, even while it is open. */
export function usePlace(addressOf: (place: Place) => string): FoundPlace {
  const { section = '', subsection } = useParams();
  const sections = useSections((state) => state.sections);
  const hasFailed = useSections((state) => state.failed);
  const address = `${section}/${subsection ?? ''}`;
  const [seenPlace, setSeen] = useState<{ address: string; id: number } | null>(null);
  const namedPlace = sections && findPlaceByName(sections, section, subsection);
  const seenId = seenPlace?.address === address ? seenPlace.id : null;
  const renamedPlace = namedPlace
    ? null
    : sections?.flatMap(listPlacesIn).find((place) => getPlaceRow(place).id === seenId);
  const movedPlace = namedPlace && isFormerAddress(namedPlace, section, subsection) ? namedPlace : renamedPlace;
  const newAddress = movedPlace ? addressOf(movedPlace) : null;
  const { search } = useLocation();
  useEffect(() => {
    if (newAddress !== null) navigate(newAddress + search, { replace: true });
  }, [newAddress, search]);
  if (!sections) return { place: null, instead: hasFailed && <LoadError retry={() => void loadSections()} /> };
  if (namedPlace && seenId !== getPlaceRow(namedPlace).id) setSeen({ address, id: getPlaceRow(namedPlace).id });
  const place = namedPlace ?? renamedPlace ?? null;
  if (place) return { place, instead: null };
  return { place, instead: seenId === null ? <NotFoundPage /> : <PlaceGone id={seenId} /> };
}

function isFormerAddress(place: Place, section: string, subsection: string | undefined): boolean {
  return (
    isFormerName(place.section, section) ||
    (place.subsection !== null && isFormerName(place.subsection, subsection ?? ''))
  );
}

function PlaceGone({ id }: { id: number }) {
  usePageTitle(texts.gone);
  return (
    <div className="gone">
      <div className="gone" role="status">
        <h1>{texts.gone}</h1>
        <p className="color-muted">{texts.goneBody}</p>
      </div>
      <LostDrafts names={[`new.${id}`]} />
      <ButtonLink kind="primary" to={linkTo('forums')}>
        {texts.toForums}
      </ButtonLink>
      <NextSteps />
    </div>
  );
}
