import { drop, read, write } from '../../shared/browser/draft-slots.js';
import { onStoredElsewhere, listStoredKeys } from '../../shared/browser/storage.js';

export type DraftKind = 'reply' | 'thread' | 'edit' | 'wall' | 'other';

export interface OwnDraft {
  slot: string;
  kind: DraftKind;
  text: string;
  threadId: number | null;
  postId: number | null;
  placeId: number | null;
  wallOwnerId: number | null;
  wallPostId: number | null;
}

/** `useDraft` documents these names. A second tab with another text appends `#` and its own id. */
const names: readonly [DraftKind, RegExp][] = [
  ['reply', /^thread\.(?<thread>\d+)$/],
  ['edit', /^edit\.(?<thread>\d+)(?:\.(?<post>\d+))?$/],
  ['thread', /^new\.(?:(?<place>\d+)|anywhere)$/],
  ['wall', /^wall\.(?<owner>\d+)$/],
  // Drafts that earlier versions of the site stored do not name the owner.
  ['wall', /^wallreply\.(?:(?<owner>\d+)\.)?(?<wallPost>\d+)$/],
];

export function listOwnDrafts(userId: number): OwnDraft[] {
  const prefix = `draft.${userId}.`;
  return listStoredKeys(prefix).flatMap((slot) => {
    const text = read(slot)?.text.trim();
    return text ? [{ slot, text, ...parseTarget(slot.slice(prefix.length).split('#', 1)[0] ?? '') }] : [];
  });
}

function parseTarget(name: string): Omit<OwnDraft, 'slot' | 'text'> {
  for (const [kind, form] of names) {
    const match = form.exec(name);
    if (!match) continue;
    const { thread, post, place, owner, wallPost } = match.groups ?? {};
    return {
      kind,
      threadId: parseId(thread),
      postId: parseId(post),
      placeId: parseId(place),
      wallOwnerId: parseId(owner),
      wallPostId: parseId(wallPost),
    };
  }
  return { kind: 'other', threadId: null, postId: null, placeId: null, wallOwnerId: null, wallPostId: null };
}

const parseId = (digits: string | undefined): number | null => (digits === undefined ? null : Number(digits));

/** Returns a function that restores the draft. */
export function discardDraft(slot: string): () => void {
  const storedDraft = read(slot);
  drop(slot);
  return () => void (storedDraft && write(slot, storedDraft));
}

export const onDraftsElsewhere = (listener: () => void) =>
  onStoredElsewhere((key) => key.startsWith('draft.') && listener());
