import type { AccountRow } from '@guildhall/domain/wire/schemas/staff/users.js';
import type { Outcome } from './actions.js';
import { texts } from '../shared/texts.js';

/** The people that a form acts on: one, or many who were chosen in the table. */
export type People = readonly AccountRow[];

/** `Sanne`, `12 members`. */
export function namesOf(people: People): string {
  const [one] = people;
  return one && people.length === 1 ? one.username : texts.members(people.length);
}

/** The props of every form that acts on people. */
export interface PeopleActionProps {
  people: People;
  /** It is done, for all or for some. */
  done: (outcome: Outcome) => void;
  cancel: () => void;
  /** What the page shows of these people, besides the table, must be reloaded. */
  changed: () => void;
}
