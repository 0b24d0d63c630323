import type { Place, StructureState } from '@guildhall/domain/structure/state.js';
import type { ThreadState } from '@guildhall/domain/thread/decide.js';
import type { WatchTarget } from '@guildhall/domain/watch/events.js';

/** Where the target of a watch is; null for one that never was or does not stand. `thread`: its state, where it is one. */
export function watchedPlace(
  structure: Readonly<StructureState>,
  { kind, id }: WatchTarget,
  thread: Readonly<ThreadState> | null,
): Place | null {
  if (kind === 'section') return structure.sections.has(id) ? { sectionId: id, subsectionId: null } : null;
  if (kind === 'subsection') {
    const subsection = structure.subsections.get(id);
    return subsection ? { sectionId: subsection.sectionId, subsectionId: id } : null;
  }
  return thread?.status === 'standing' ? thread : null;
}
