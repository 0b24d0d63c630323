import type { Place, StructureState } from '@guildhall/domain/structure/state.js';
import type { ThreadState } from '@guildhall/domain/thread/state.js';
import type { WatchTarget } from '@guildhall/domain/watch/events.js';

export function findWatchedPlace(
  structure: Readonly<StructureState>,
  { kind, id }: WatchTarget,
  thread: Readonly<ThreadState> | null,
): Place | null {
  if (kind === 'section') return structure.sections.has(id) ? { sectionId: id, subsectionId: null } : null;
  if (kind === 'subsection') {
    const subsection = structure.subsections.get(id);
    return subsection ? { sectionId: subsection.sectionId, subsectionId: id } : null;
  }
  return thread?.status === 'active' ? thread : null;
}
