import type { Place } from '../../shared/state/sections.js';
import { usePlaceUnread } from '../../shared/reading/place-marks.js';
import { UnreadDot } from './unread-dot.js';

export function PlaceDot({ place }: { place: Place }) {
  return <UnreadDot count={usePlaceUnread(place).count} />;
}
