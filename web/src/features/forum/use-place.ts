import { isFormerName } from '@guildhall/domain/wire/place-names.js';
import { useEffect, useState } from 'react';
import { navigate, useLocation, useParams } from '../../shared/router.js';
import { nearest, placeNamed, placesIn, useSections, type Place } from '../../shared/state/sections.js';

/** `missing`: did not exist when the page was opened. `gone`: no longer visible to the person. */
type FoundPlace =
  | { status: 'loading' }
  | { status: 'failed' }
  | { status: 'missing' }
  | { status: 'gone'; id: number }
  | { status: 'found'; place: Place };

/** Finds the place in the URL; redirects to the new URL if the place was renamed, even while it is open. */
export function usePlace(linkTo: (place: Place) => string): FoundPlace {
  const { section = '', subsection } = useParams();
  const sections = useSections((state) => state.sections);
  const failed = useSections((state) => state.failed);
  const address = `${section}/${subsection ?? ''}`;
  const [seen, setSeen] = useState<{ address: string; id: number } | null>(null);
  const namedPlace = sections && placeNamed(sections, section, subsection);
  const seenId = seen?.address === address ? seen.id : null;
  const renamedPlace = namedPlace ? null : sections?.flatMap(placesIn).find((place) => nearest(place).id === seenId);
  const movedPlace = namedPlace && isFormerAddress(namedPlace, section, subsection) ? namedPlace : renamedPlace;
  const newAddress = movedPlace ? linkTo(movedPlace) : null;
  const { search } = useLocation();
  useEffect(() => {
    if (newAddress !== null) navigate(newAddress + search, { replace: true });
  }, [newAddress, search]);
  if (!sections) return { status: failed ? 'failed' : 'loading' };
  if (namedPlace && seenId !== nearest(namedPlace).id) setSeen({ address, id: nearest(namedPlace).id });
  const place = namedPlace ?? renamedPlace;
  if (place) return { status: 'found', place };
  return seenId === null ? { status: 'missing' } : { status: 'gone', id: seenId };
}

function isFormerAddress(place: Place, section: string, subsection: string | undefined): boolean {
  return (
    isFormerName(place.section, section) ||
    (place.subsection !== null && isFormerName(place.subsection, subsection ?? ''))
  );
}
