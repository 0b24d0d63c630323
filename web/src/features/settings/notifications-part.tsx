import { NotificationChoicesPart } from '../notifications/choices-part.js';
import { IgnoredList } from '../notifications/ignored-list.js';

/** The kinds of notification, and the ignored members. */
export function NotificationsPart() {
  return (
    <>
      <NotificationChoicesPart />
      <IgnoredList />
    </>
  );
}
