import type { AccountRow, BulkResult } from '@guildhall/domain/wire/schemas/staff/users.js';
import type { WriteResponse } from '@guildhall/domain/wire/schemas/write.js';
import { send } from '../../../../shared/api/api.js';
import { useMutation } from '../../../../shared/hooks/use-mutation.js';
import { reloadRoles } from '../../shared/role-list.js';
import { showDone } from '../../shared/undo-actions.js';
import { reloadUsers } from '../accounts.js';
import { texts } from '../texts.js';

export type People = readonly AccountRow[];

export function formatNames(people: People): string {
  const [person] = people;
  return person && people.length === 1 ? person.username : texts.members(people.length);
}

export interface PeopleActionProps {
  people: People;
  onDone: (outcome: Outcome) => void;
  cancel: () => void;
  /** Called so that the page reloads what it shows about these accounts outside the table. */
  onChanged: () => unknown;
}

export interface Outcome {
  done: number;
  eventIds: string[];
  failures: { id: number; name: string; reason: string }[];
}

/** The fields have the same names in both API calls. Blank reasons are omitted. */
export type PeopleAction = { reason: string } & (
  | { action: 'ban'; until: string | null; site_only: boolean }
  | { action: 'unban' }
  | { action: 'role'; role: number }
  | { action: 'delete'; texts: boolean }
);

/** Returns the failures if there are several accounts. @throws if the only account is refused */
async function runOn(people: People, { action, ...fields }: PeopleAction, key: string): Promise<Outcome> {
  const [person, ...others] = people;
  if (person && others.length === 0) {
    const { body } = await send<WriteResponse>('POST', `/admin/${action}/${person.id}`, key, fields);
    return { done: 1, eventIds: body.acts ?? [], failures: [] };
  }
  const ids = people.map(({ id }) => id);
  const response = await send<{ results: BulkResult[] }>('POST', '/admin/users/bulk', key, { ids, action, ...fields });
  const { results } = response.body;
  const findName = (id: number) => people.find((candidate) => candidate.id === id)?.username ?? String(id);
  const failures = results
    .filter(({ success }) => !success)
    .map(({ id, error }) => ({ id, name: findName(id), reason: error ?? texts.failed }));
  const eventIds = results.flatMap(({ acts }) => acts ?? []);
  return { done: results.length - failures.length, eventIds, failures };
}

/**
 * `content` identifies the action for its idempotency key. `sentence` completes the toast, for example `is no longer
 * banned`.
 */
export function usePeopleMutation({ people, onDone, onChanged }: PeopleActionProps) {
  const reload = () => {
    reloadUsers();
    void reloadRoles();
    onChanged();
  };
  const mutation = useMutation(texts.failed, { onStale: reload });
  const submit = (content: unknown, action: PeopleAction, sentence: string) => {
    const about = { content, action: action.action, ids: people.map(({ id }) => id) };
    void mutation.run(about, async (key) => {
      const outcome = await runOn(people, action, key);
      reload();
      const names = people.length === 1 ? formatNames(people) : texts.members(outcome.done);
      const undoable = action.action === 'delete' ? [] : outcome.eventIds;
      if (outcome.done > 0) showDone(texts.done(sentence, names, outcome.done > 1), undoable, reload);
      onDone(outcome);
    });
  };
  return { mutation, submit };
}
