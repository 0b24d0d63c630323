import type { AccountRow } from '@guildhall/domain/wire/schemas/staff/users.js';
import { dateAndTime } from '../../../../shared/dates.js';
import { showDone } from '../../shared/undo-actions.js';
import { runOnMany, banUser, deleteUser, giveRole, unbanUser, type BulkFields } from '../shared/api.js';
import { texts } from '../shared/texts.js';

/** An account that an action was refused for, with the server's message. */
export interface Failure {
  id: number;
  name: string;
  words: string;
}

export interface Outcome {
  done: number;
  /** The event by which all that was done can be undone. */
  eventIds: string[];
  failures: Failure[];
}

type People = readonly Pick<AccountRow, 'id' | 'username'>[];

/** Does one action to one account or many. A refusal of one alone is thrown; of many, each has its result. */
export async function runOn(people: People, fields: BulkFields, key: string): Promise<Outcome> {
  const [one, ...others] = people;
  if (one && others.length === 0) {
    const response = await runOnOne(one.id, fields, key);
    return { done: 1, eventIds: response.body.acts ?? [], failures: [] };
  }
  const ids = people.map(({ id }) => id);
  const response = await runOnMany(ids, fields, key);
  const { results } = response.body;
  const nameOf = (id: number) => people.find((person) => person.id === id)?.username ?? String(id);
  const failures = results.flatMap(({ id, success, error }): Failure[] =>
    success ? [] : [{ id, name: nameOf(id), words: error ?? texts.failed }],
  );
  const acts = results.flatMap((result) => result.acts ?? []);
  return { done: results.length - failures.length, eventIds: acts, failures };
}

function runOnOne(id: number, fields: BulkFields, key: string) {
  switch (fields.action) {
    case 'ban':
      return banUser(id, { reason: fields.reason, until: fields.until }, key);
    case 'unban':
      return unbanUser(id, fields.reason, key);
    case 'role':
      return giveRole(id, { role: fields.role, reason: fields.reason }, key);
    case 'delete':
      return deleteUser(id, { texts: fields.texts, reason: fields.reason }, key);
  }
}

/** Confirms an action, with an undo where there is one; `renew` reloads what has changed. */
export function showDoneToast(
  people: People,
  fields: BulkFields,
  outcome: Outcome,
  role: string,
  renew: () => void,
): void {
  renew();
  if (outcome.done === 0) return;
  const who = people.length === 1 ? (people[0]?.username ?? '') : texts.members(outcome.done);
  const acts = fields.action === 'delete' ? [] : outcome.eventIds;
  showDone(texts.done(sentenceOf(fields, role), who, outcome.done > 1), acts, renew);
}

function sentenceOf(fields: BulkFields, role: string): string {
  switch (fields.action) {
    case 'ban':
      return fields.until === null ? texts.bannedEver : texts.bannedUntil(dateAndTime(new Date(fields.until)));
    case 'unban':
      return texts.unbanned;
    case 'role':
      return texts.hasRole(role);
    case 'delete':
      return texts.deleted;
  }
}
