import { useState } from 'react';
import { useParams } from 'react-router-dom';
import { placeNamed, useSections, type Place } from '../../shared/sections.js';

/** `missing` was not there when the page was opened, `gone` is not there for the person any more. */
type FoundPlace =
  | { status: 'loading' }
  | { status: 'failed' }
  | { status: 'missing' }
  | { status: 'gone' }
  | { status: 'found'; place: Place };

/** The place that the page's address names. */
export function usePlace(): FoundPlace {
  const { section = '', subsection } = useParams();
  const sections = useSections((state) => state.sections);
  const failed = useSections((state) => state.failed);
  const address = `${section}/${subsection ?? ''}`;
  const [seen, setSeen] = useState<string | null>(null);
  if (!sections) return { status: failed ? 'failed' : 'loading' };
  const place = placeNamed(sections, section, subsection);
  if (place && seen !== address) setSeen(address);
  if (place) return { status: 'found', place };
  return { status: seen === address ? 'gone' : 'missing' };
}
