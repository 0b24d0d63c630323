import { NotificationChoicesPart } from '../notifications/choices-part.js';
import { IgnoredList } from '../notifications/ignored-list.js';

/** Of what one is told, and whose texts one does not want to see. */
export function NotificationsPart() {
  return (
    <>
      <NotificationChoicesPart />
      <IgnoredList />
    </>
  );
}
