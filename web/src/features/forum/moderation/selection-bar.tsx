import { limits } from '@guildhall/domain/limits.js';
import { useEffect, useRef, useState } from 'react';
import { toPlaceIds, type Place } from '../../../shared/state/sections.js';
import { useSession } from '../../../shared/state/session.js';
import { BulkBar } from '../../../ui/bulk-bar/bulk-bar.js';
import { ReasonDialog } from '../../../ui/dialog/reason-dialog.js';
import { RemovalDialog } from '../../../ui/dialog/removal-dialog.js';
import { CheckboxField } from '../../../ui/fields/checkbox-field.js';
import type { ListedThread } from './bulk.js';
import { MoveDialog } from '../../../ui/dialog/move-dialog.js';
import { bulkActions, useMayModerate } from './rights.js';
import { endSelection, tickAll, useSelection } from './selection.js';
import { texts, type BulkAction } from './texts.js';
import { useBulk } from './use-bulk.js';

interface SelectionBarProps {
  place: Place;
  rows: readonly ListedThread[];
  deleted?: boolean;
  onChanged?: () => void;
}

export function SelectionBar({ place, rows, deleted = false, onChanged = () => {} }: SelectionBarProps) {
  const may = useMayModerate(place);
  const offeredActions = bulkActions.filter((action) => (action === 'restore') === deleted && may(action));
  const selectedIds = useSelection((state) => state.selectedIds);
  const [openDialog, setOpenDialog] = useState<'move' | 'delete' | 'lock' | null>(null);
  const back = useRef<HTMLButtonElement>(null);
  const { busy, faults, run, act: write } = useBulk(onChanged);
  const userId = useSession((state) => state.user?.id);
  const threads = rows.filter(({ id }) => selectedIds.has(id));
  const isDisabled = threads.length === 0 || threads.length > limits.bulk || busy;
  useEffect(() => useSelection.setState({ listedThreads: rows }), [rows]);
  useEscape(openDialog === null);

  function handleAction(action: BulkAction, button: HTMLButtonElement) {
    back.current = button;
    if (action === 'move' || action === 'delete') return setOpenDialog(action);
    run(action, threads, { mayUndo: mayUndo(action) });
  }
  const withReason = (button: HTMLButtonElement) => {
    back.current = button;
    setOpenDialog('lock');
  };
  /** An undo requires the permission for the opposite action. */
  function mayUndo(action: BulkAction): boolean {
    if (action === 'delete') return may('restore');
    return action !== 'restore' || may('delete');
  }

  return (
    <>
      <BulkBar
        label={texts.bar}
        status={[texts.selected(threads.length), threads.length > limits.bulk && texts.atMost(limits.bulk)]
          .filter(Boolean)
          .join(' · ')}
        actions={offeredActions.flatMap((action) => [
          {
            name: texts.actions[action],
            isDanger: action === 'delete',
            run: (button) => handleAction(action, button),
          },
          ...(action === 'lock' ? [{ name: texts.lockWithReason, isDanger: false, run: withReason }] : []),
        ])}
        isDisabled={isDisabled}
        end={{ name: texts.end, run: endSelection }}
        faults={faults}
      >
        <CheckboxField
          label={texts.selectAll}
          labelHidden
          checked={rows.length > 0 && threads.length === rows.length}
          mixed={threads.length > 0 && threads.length < rows.length}
          change={(on) => tickAll(rows, on)}
        />
      </BulkBar>
      <RemovalDialog
        removal={{
          title: texts.deleteTitle(threads.length),
          body: texts.deleteBody,
          failureText: texts.allFailed,
          asksReason: threads.some(({ user_id }) => user_id !== userId),
          remove: (key, reason) => write(key, 'delete', threads, { reason, mayUndo: mayUndo('delete') }),
        }}
        open={openDialog === 'delete'}
        close={() => setOpenDialog(null)}
        back={back}
      />
      {openDialog === 'lock' && (
        <ReasonDialog
          title={texts.lockTitle(threads.length)}
          name={texts.actions.lock}
          busyName={texts.locking}
          failureText={texts.allFailed}
          write={(reason, key) => write(key, 'lock', threads, { reason, mayUndo: true })}
          close={() => setOpenDialog(null)}
        />
      )}
      {openDialog === 'move' && (
        <MoveDialog
          title={texts.moveTitle(threads.length)}
          body={texts.moveBody}
          from={toPlaceIds(place)}
          failureText={texts.allFailed}
          move={(to, key) => write(key, 'move', threads, { to, mayUndo: true })}
          close={() => setOpenDialog(null)}
        />
      )}
    </>
  );
}

function useEscape(listens: boolean): void {
  useEffect(() => {
    if (!listens) return;
    const end = (event: KeyboardEvent) => event.key === 'Escape' && !event.defaultPrevented && endSelection();
    document.addEventListener('keydown', end);
    return () => document.removeEventListener('keydown', end);
  }, [listens]);
}
