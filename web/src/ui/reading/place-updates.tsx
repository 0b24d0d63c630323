import type { Place } from '../../shared/state/sections.js';
import { usePlaceUnread } from '../../shared/reading/place-marks.js';
import { texts } from './texts.js';

export function PlaceUpdates({ place }: { place: Place }) {
  const { count, more } = usePlaceUnread(place);
  if (count === 0) return null;
  return <span className={`color-link semibold numbers`}> · {texts.unreadThreads(count, more)}</span>;
}
