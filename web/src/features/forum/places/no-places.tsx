import { loadSections, useSections } from '../../../shared/state/sections.js';
import { LoadError } from '../../../ui/alert.js';
import { EmptyState } from '../../../ui/empty-state.js';
import { PlaceRowSkeleton } from '../../../ui/place-row.js';
import { texts } from '../texts.js';

export function NoPlaces() {
  const { sections, failed } = useSections();
  if (sections) return sections.length === 0 && <EmptyState>{texts.noForums}</EmptyState>;
  if (failed) return <LoadError retry={() => void loadSections()} />;
  return [0, 1, 2].map((line) => <PlaceRowSkeleton key={line} />);
}
