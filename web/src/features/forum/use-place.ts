import { useParams } from 'react-router-dom';
import { placeNamed, useSections, type Place } from '../../shared/sections.js';

type FoundPlace =
  { status: 'loading' } | { status: 'failed' } | { status: 'missing' } | { status: 'found'; place: Place };

/** The place that the page's address names. */
export function usePlace(): FoundPlace {
  const { section = '', subsection } = useParams();
  const sections = useSections((state) => state.sections);
  const failed = useSections((state) => state.failed);
  if (!sections) return { status: failed ? 'failed' : 'loading' };
  const place = placeNamed(sections, section, subsection);
  return place ? { status: 'found', place } : { status: 'missing' };
}
