import { useMutation, type Mutation } from '../../../../shared/hooks/use-mutation.js';
import { runOn, showDoneToast } from './actions.js';
import type { BulkFields } from '../shared/api.js';
import type { PeopleActionProps } from './people.js';
import { reloadRoles } from '../../shared/role-list.js';
import { texts } from '../shared/texts.js';
import { reloadUsers } from '../shared/user-list.js';

interface PeopleAction {
  mutation: Mutation;
  /** `content`: what the person chose, which tells one action from another; `role`: the name of the role. */
  submit: (content: unknown, fields: BulkFields, role?: string) => void;
}

/** Sends a form's action on some people, reports the outcome, and reloads what has changed. */
export function usePeopleMutation({ people, done, changed }: Omit<PeopleActionProps, 'cancel'>): PeopleAction {
  const renew = () => {
    reloadUsers();
    void reloadRoles();
    changed();
  };
  const mutation = useMutation(texts.failed, { stale: renew });
  const submit = (content: unknown, fields: BulkFields, role = '') => {
    const about = { content, action: fields.action, ids: people.map(({ id }) => id) };
    void mutation.run(about, async (key) => {
      const outcome = await runOn(people, fields, key);
      showDoneToast(people, fields, outcome, role, renew);
      done(outcome);
    });
  };
  return { mutation, submit };
}
