import type { SectionRow } from '@guildhall/domain/wire/schemas/forum/sections.js';
import { useEffect, useState } from 'react';
import { useNavigate, useParams } from 'react-router-dom';
import { nearest, placeNamed, useSections, type Place } from '../../shared/state/sections.js';

/** `missing` did not exist when the page was opened, `gone` is no longer visible to the person. */
type FoundPlace =
  | { status: 'loading' }
  | { status: 'failed' }
  | { status: 'missing' }
  | { status: 'gone' }
  | { status: 'found'; place: Place };

/** The place that the page's address names; one that is renamed while it is shown stays, at its new address. */
export function usePlace(linkTo: (place: Place) => string): FoundPlace {
  const navigate = useNavigate();
  const { section = '', subsection } = useParams();
  const sections = useSections((state) => state.sections);
  const failed = useSections((state) => state.failed);
  const address = `${section}/${subsection ?? ''}`;
  const [seen, setSeen] = useState<{ address: string; id: number } | null>(null);
  const named = sections && placeNamed(sections, section, subsection);
  const known = seen?.address === address ? seen.id : null;
  const renamed = sections && !named && known !== null ? placeWithId(sections, known) : null;
  const newAddress = renamed && linkTo(renamed);
  useEffect(() => {
    if (newAddress !== null) void navigate(newAddress, { replace: true });
  }, [navigate, newAddress]);
  if (!sections) return { status: failed ? 'failed' : 'loading' };
  if (named && known !== nearest(named).id) setSeen({ address, id: nearest(named).id });
  const place = named ?? renamed;
  if (place) return { status: 'found', place };
  return { status: known === null ? 'missing' : 'gone' };
}

function placeWithId(sections: readonly SectionRow[], id: number): Place | null {
  const places = sections.flatMap((section): Place[] => [
    { section, subsection: null },
    ...section.subcategories.map((subsection) => ({ section, subsection })),
  ]);
  return places.find((place) => nearest(place).id === id) ?? null;
}
