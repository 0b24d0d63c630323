import { can } from '@guildhall/domain/permissions.js';
import { useState } from 'react';
import { linkTo } from '../../../../shared/paths.js';
import { useActor } from '../../../../shared/state/session.js';
import { Button, ButtonLink } from '../../../../ui/button.js';
import { Alert } from '../../../../ui/alert.js';
import { DialogEnd } from '../../../../ui/dialog/dialog.js';
import type { Outcome } from './actions.js';
import styles from '../shared/admin-users.module.css';
import { BanForm } from './ban-form.js';
import { DeleteForm } from './delete-form.js';
import type { People } from './people.js';
import { blockedReason, type UserActionKind } from '../shared/rights.js';
import { RoleForm } from './role-form.js';
import { texts } from '../shared/texts.js';
import { UnbanForm } from './unban-form.js';

const forms = { ban: BanForm, unban: UnbanForm, role: RoleForm, delete: DeleteForm } as const;

interface PeopleActionViewProps {
  kind: UserActionKind;
  people: People;
  /** `done`: something was done. */
  close: (done: boolean) => void;
  changed?: () => void;
}

/**
 * The form of an action on people; why it is not possible, where that is known before; and who was left out,
 * afterwards.
 */
export function PeopleAction({ kind, people, close, changed = () => {} }: PeopleActionViewProps) {
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const actor = useActor();
  const [one] = people;
  const why = one && people.length === 1 ? blockedReason(actor, kind, one) : null;
  if (outcome) return <Results outcome={outcome} close={() => close(outcome.done > 0)} />;
  if (one && why !== null) {
    return (
      <>
        <Alert>{wordsFor(why, kind)}</Alert>
        <DialogEnd>
          <Button onClick={() => close(false)}>{texts.close}</Button>
          {why === 'admin' && can(actor, 'manage-roles') && (
            <ButtonLink kind="primary" to={linkTo('adminRole', { id: String(one.id) })}>
              {texts.giveOther}
            </ButtonLink>
          )}
        </DialogEnd>
      </>
    );
  }
  const Form = forms[kind];
  const done = (it: Outcome) => (it.failures.length === 0 ? close(true) : setOutcome(it));
  return <Form people={people} done={done} cancel={() => close(false)} changed={changed} />;
}

function wordsFor(why: 'yourself' | 'not-above' | 'admin', kind: UserActionKind): string {
  if (why === 'yourself') return texts.yourself;
  if (why === 'not-above') return texts.notAbove;
  return kind === 'delete' ? texts.adminNotErasable : texts.adminNotBannable;
}

/** Of an action on many: for whom it failed, and why. */
function Results({ outcome, close }: { outcome: Outcome; close: () => void }) {
  const { done, failures } = outcome;
  return (
    <>
      <Alert kind={done > 0 ? 'info' : 'error'}>{done > 0 ? texts.resultsDone(done) : texts.resultsNone}</Alert>
      <ul role="list" className={`scroll-y ${styles['failures']}`}>
        {failures.map(({ id, name, words }) => (
          <li key={id}>
            <strong>{name}</strong> {words}
          </li>
        ))}
      </ul>
      <DialogEnd>
        <Button kind="primary" onClick={close}>
          {texts.close}
        </Button>
      </DialogEnd>
    </>
  );
}
