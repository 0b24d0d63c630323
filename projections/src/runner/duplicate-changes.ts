import type { Change } from '../view.js';
import type { DocumentId } from '../view-store.js';

/**
 * A view that returns a document twice has computed both from the state before the event: one would be lost.
 * @throws Error that names the document
 */
export function refuseTwoOfOneDocument(changes: readonly Change[]): void {
  if (changes.length > few) return rejectDuplicateDocuments(changes);
  // By index and without a list: this runs for every event of a rebuild.
  for (let n = 1; n < changes.length; n++) {
    const change = changes[n];
    for (let before = 0; change && before < n; before++) {
      if (isSameDocument(change, changes[before])) throw duplicateChangeError(change);
    }
  }
}

const isSameDocument = ({ collection, document }: Change, other: Change | undefined): boolean =>
  other?.document.id === document.id && other.collection === collection;

/** Up to this many, which nearly every event has, are compared faster one by one than by a set. */
const few = 16;

function rejectDuplicateDocuments(changes: readonly Change[]): void {
  const seen = new Map<string, Set<DocumentId>>();
  for (const change of changes) {
    const ids = seen.get(change.collection) ?? new Set();
    if (ids.has(change.document.id)) throw duplicateChangeError(change);
    seen.set(change.collection, ids.add(change.document.id));
  }
}

const duplicateChangeError = ({ collection, document }: Change): Error =>
  new Error(`One event changes ${collection} ${document.id} twice`);
