import { NotificationChoicesPart } from './choices-part.js';
import { IgnoredList } from './ignored-list.js';

/** The kinds of notification, and the ignored members. */
export function NotificationsPart() {
  return (
    <>
      <NotificationChoicesPart />
      <IgnoredList />
    </>
  );
}
