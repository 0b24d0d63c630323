import { Dialog } from '../../../../ui/dialog/dialog.js';
import { namesOf, type People } from './people.js';
import { PeopleAction } from './people-action.js';
import type { UserActionKind } from '../shared/rights.js';
import { texts } from '../shared/texts.js';

/** An action on people that was opened from the table, or from the page of one of them. */
export interface OpenedAction {
  kind: UserActionKind;
  people: People;
}

interface PeopleDialogProps {
  action: OpenedAction | null;
  close: (done: boolean) => void;
  changed?: () => void;
}

export function PeopleDialog({ action, close, changed }: PeopleDialogProps) {
  if (!action) return null;
  const { title, body } = headOf(action);
  return (
    <Dialog title={title} {...(body === null ? {} : { body })} open close={() => close(false)}>
      <PeopleAction kind={action.kind} people={action.people} close={close} {...(changed ? { changed } : {})} />
    </Dialog>
  );
}

/** The title of a form, and the effect of the action. A deletion states that itself. */
export function headOf({ kind, people }: OpenedAction): { title: string; body: string | null } {
  const who = namesOf(people);
  switch (kind) {
    case 'ban':
      return { title: texts.banTitle(who), body: texts.banBody };
    case 'unban':
      return { title: texts.unbanTitle(who), body: texts.unbanBody };
    case 'role':
      return { title: texts.roleTitle(who), body: texts.roleBody };
    case 'delete':
      return { title: texts.deleteTitle(who), body: null };
  }
}
