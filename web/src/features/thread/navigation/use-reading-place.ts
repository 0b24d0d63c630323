import { useLayoutEffect } from 'react';
import { findPlaceOfEntry, type Place } from '../../../shared/browser/entry-place.js';
import { useLocation } from '../../../shared/router.js';
import { showToast } from '../../../shared/toast.js';
import { goToNumber, goToPost, waitForPost } from './go-to-post.js';
import { loadAround } from '../state/load-more.js';
import {
  followReader,
  startJump,
  holdPlace,
  keepPlaceDuring,
  measureReadingLine,
  showAt,
  setInitialPlace,
  startOffset,
} from './reading-place.js';
import type { Target } from '../state/read-thread.js';
import { useThread } from '../state/store.js';
import { texts } from '../state/texts.js';

/** The history entry takes precedence over the URL. */
export function findTargetOfEntry(): Target | null {
  const place = findPlaceOfEntry();
  return place ? { kind: 'around', value: place.id } : parseTarget(location.hash);
}

function parseTarget(hash: string): Target | null {
  const [, postPrefix, value] = /^#(post-)?([1-9]\d{0,15})$/.exec(hash) ?? [];
  return value === undefined ? null : { kind: postPrefix ? 'around' : 'number', value: Number(value) };
}

export function useThreadReadingPlace(threadId: number | null): void {
  const { key } = useLocation();
  useLayoutEffect(followReader, [threadId]);
  useLayoutEffect(() => {
    keepPlaceDuring();
    const place = findPlaceOfEntry();
    const target = parseTarget(location.hash);
    if (place) void restore(place);
    else if (target) void follow(target);
    else startVisit();
  }, [threadId, key]);
  useLayoutEffect(holdPlace);
}

async function restore(place: Place): Promise<void> {
  const isCurrentJump = startJump(place);
  const renderedElement = document.getElementById(`post-${place.id}`);
  if (renderedElement) return showAt(renderedElement, place.offset);
  const row = (await loadAround('around', String(place.id))) ?? (await loadAround('at', place.at));
  const post = row && (await waitForPost(row.id));
  if (post && isCurrentJump()) showAt(post, place.offset);
}

function startVisit(): void {
  const { start, newAfter } = useThread.getState();
  const post = start === null ? null : document.getElementById(`post-${start}`);
  useThread.setState({ start: null });
  if (post && newAfter !== null) showAt(post, startOffset);
  else if (!post || !showAtEnd(post)) setInitialPlace();
}

/**
 * Shows the post right above the composer so that the replies before it are in view. Returns false if the post is
 * already in view at the top.
 */
function showAtEnd(post: HTMLElement): boolean {
  const end = window.innerHeight - (document.getElementById('thread-dock')?.offsetHeight ?? 0);
  const { top, bottom } = post.getBoundingClientRect();
  const isLast = [...document.querySelectorAll('[data-at]')].at(-1) === post;
  // Staff actions after the last reply should be in view too.
  const threadEnd = isLast ? document.getElementById('thread-end') : null;
  const lowerEdge = threadEnd?.getBoundingClientRect().top ?? bottom;
  if (lowerEdge + window.scrollY <= end) return false;
  showAt(post, Math.max(startOffset, end - (lowerEdge - top) - measureReadingLine()));
  return true;
}

async function follow({ kind, value }: Target): Promise<void> {
  if (await (kind === 'number' ? goToNumber(value) : goToPost(value))) return;
  showToast(texts.postGone);
  setInitialPlace();
}
