import { can } from '@guildhall/domain/permissions.js';
import { useState, type RefObject } from 'react';
import { linkTo } from '../../../../shared/paths.js';
import { useActor } from '../../../../shared/state/session.js';
import { Button, ButtonLink } from '../../../../ui/button.js';
import { Alert } from '../../../../ui/alert.js';
import { DialogEnd, Dialog } from '../../../../ui/dialog/dialog.js';
import { type Outcome, type People, formatNames } from './people-mutation.js';
import styles from '../users.module.css';
import { BanForm, DeleteForm, UnbanForm } from './people-forms.js';
import { findBlockReason, type UserActionKind } from './rights.js';
import { RoleForm } from './role-form.js';
import { texts } from '../texts.js';

const forms = { ban: BanForm, unban: UnbanForm, role: RoleForm, delete: DeleteForm } as const;

interface PeopleActionViewProps {
  kind: UserActionKind;
  people: People;
  close: (done: boolean) => void;
  onChanged?: () => unknown;
}

/** Explains why the action is not possible, or lists the accounts that it failed for. */
export function PeopleAction({ kind, people, close, onChanged = () => {} }: PeopleActionViewProps) {
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const actor = useActor();
  const [person] = people;
  const blockReason = person && people.length === 1 ? findBlockReason(actor, kind, person) : null;
  if (outcome) return <Results outcome={outcome} close={() => close(outcome.done > 0)} />;
  if (person && blockReason !== null) {
    return (
      <>
        <Alert>
          {blockReason === 'admin' && kind === 'delete' ? texts.adminNotErasable : texts.blocked[blockReason]}
        </Alert>
        <DialogEnd>
          <Button onClick={() => close(false)}>{texts.close}</Button>
          {blockReason === 'admin' && can(actor, 'manage-roles') && (
            <ButtonLink kind="primary" to={linkTo('adminRole', { id: String(person.id) })}>
              {texts.giveOther}
            </ButtonLink>
          )}
        </DialogEnd>
      </>
    );
  }
  const Form = forms[kind];
  const handleOutcome = (result: Outcome) => (result.failures.length === 0 ? close(true) : setOutcome(result));
  return <Form people={people} onDone={handleOutcome} cancel={() => close(false)} onChanged={onChanged} />;
}

function Results({ outcome, close }: { outcome: Outcome; close: () => void }) {
  const { done, failures } = outcome;
  return (
    <>
      <Alert kind={done > 0 ? 'info' : 'error'}>{done > 0 ? texts.resultsDone(done) : texts.resultsNone}</Alert>
      <ul role="list" className={`scroll-y ${styles['failures']}`}>
        {failures.map(({ id, name, reason }) => (
          <li key={id}>
            <strong>{name}</strong> {reason}
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

export interface OpenedAction {
  kind: UserActionKind;
  people: People;
  /** Receives the focus if the control that opened the dialog has been removed. */
  back?: RefObject<HTMLElement | null>;
}

interface PeopleDialogProps {
  action: OpenedAction | null;
  close: (done: boolean) => void;
  onChanged?: () => unknown;
}

export function PeopleDialog({ action, close, onChanged }: PeopleDialogProps) {
  if (!action) return null;
  const { kind, people, back } = action;
  return (
    <Dialog {...getHeading(action)} {...(back ? { back } : {})} open close={() => close(false)}>
      <PeopleAction {...{ kind, people }} close={close} {...(onChanged ? { onChanged } : {})} />
    </Dialog>
  );
}

export function getHeading({ kind, people }: OpenedAction): { title: string; body?: string } {
  const { title, ...rest } = texts.headings[kind];
  return { title: title(formatNames(people)), ...rest };
}
