import { useAct, type Act } from '../admin/use-act.js';
import { actOn, sayDone } from './acts.js';
import type { BulkFields } from './api.js';
import type { PeopleActProps } from './people.js';
import { loadRoles } from '../admin/role-list.js';
import { texts } from './texts.js';
import { reloadUsers } from './user-list.js';

interface PeopleAct {
  act: Act;
  /** `content`: what the person chose, which tells one act from another; `role`: what the role is called. */
  submit: (content: unknown, fields: BulkFields, role?: string) => void;
}

/** Sends what a form says about some people, tells the outcome, and loads again what has changed. */
export function usePeopleAct({ people, done, changed }: Omit<PeopleActProps, 'cancel'>): PeopleAct {
  const renew = () => {
    void reloadUsers();
    void loadRoles();
    changed();
  };
  const act = useAct(texts.failed, renew);
  const submit = (content: unknown, fields: BulkFields, role = '') => {
    const about = { content, action: fields.action, ids: people.map(({ id }) => id) };
    void act
      .run(about, (key) => actOn(people, fields, key))
      .then((outcome) => {
        if (!outcome) return;
        sayDone(people, fields, outcome, role, renew);
        done(outcome);
      });
  };
  return { act, submit };
}
