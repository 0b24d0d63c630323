import { maxUnreadThreadsChecked } from '@guildhall/domain/wire/list-sizes.js';
import type { Place } from '../../shared/state/sections.js';
import { placeKey, useMarks } from './marks.js';
import styles from './reading.module.css';
import { texts } from './texts.js';

/** How many threads of a place have new replies; of a section alone, or with its subsections. */
export function PlaceUpdates({ place: { section, subsection }, whole = false }: { place: Place; whole?: boolean }) {
  const inside = whole && !subsection ? section.subcategories.map(({ id }) => id) : [];
  const keys = [placeKey(section.id, subsection?.id ?? null), ...inside.map((id) => placeKey(section.id, id))];
  const count = useMarks(({ places }) => keys.reduce((sum, key) => sum + (places[key] ?? 0), 0));
  const full = useMarks(({ places }) => keys.some((key) => places[key] === maxUnreadThreadsChecked));
  if (count === 0) return null;
  return <span className={`${styles['place']} numbers`}> · {texts.unreadThreads(count, full)}</span>;
}
