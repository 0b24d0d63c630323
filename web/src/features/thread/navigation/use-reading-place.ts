import { useLayoutEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { placeOfEntry, type Place } from '../../../shared/browser/entry-place.js';
import { showToast } from '../../../shared/toast.js';
import { goToPost, postDrawn } from './go-to-post.js';
import { loadAround } from '../state/load-more.js';
import { followReader, headFor, holdPlace, keepPlaceDuring, showAt, setInitialPlace } from './reading-place.js';
import { texts } from '../state/texts.js';

/** The post to which a visit leads: that of the history entry, else the one that the address names (`#post-<id>`). */
export function postOfEntry(): number | null {
  return placeOfEntry()?.id ?? postIn(location.hash);
}

function postIn(hash: string): number | null {
  const id = /^#post-([1-9]\d{0,15})$/.exec(hash)?.[1];
  return id === undefined ? null : Number(id);
}

/** Takes the reader to the place of each history entry, and keeps it in the entry and in the page. */
export function useReadingPlaceOf(threadId: number | null): void {
  const { hash, key } = useLocation();
  useLayoutEffect(followReader, [threadId]);
  useLayoutEffect(() => {
    keepPlaceDuring();
    const place = placeOfEntry();
    const named = postIn(location.hash);
    if (place) void restore(place);
    else if (named !== null) void follow(named);
    else setInitialPlace();
  }, [threadId, hash, key]);
  useLayoutEffect(holdPlace);
}

async function restore(place: Place): Promise<void> {
  const stillGoing = headFor(place);
  const drawn = document.getElementById(`post-${place.id}`);
  if (drawn) return showAt(drawn, place.offset);
  const found = (await loadAround('around', String(place.id))) ?? (await loadAround('at', place.at));
  const post = found && (await postDrawn(found.id));
  if (post && stillGoing()) showAt(post, place.offset);
}

async function follow(id: number): Promise<void> {
  if (await goToPost(id)) return;
  showToast(texts.postGone);
  setInitialPlace();
}
