import type { MatrixResponse, RoleRow } from '@guildhall/domain/wire/schemas/staff/roles.js';
import { useState } from 'react';
import { useResponse } from '../../../queries/use-response.js';
import { useMutation } from '../../../shared/hooks/use-mutation.js';
import { getPlaceRow, type Place } from '../../../shared/state/sections.js';
import { Button } from '../../../ui/button.js';
import { Alert, LoadError } from '../../../ui/alert.js';
import { Skeleton } from '../../../ui/skeleton.js';
import { Dialog, DialogEnd } from '../../../ui/dialog/dialog.js';
import { hasSameFlags, toOwnFlags, type OwnFlags } from './matrix.js';
import { MatrixTable } from './matrix-table.js';
import { buildMatrixAddress, saveMatrix } from './api.js';
import { texts } from './texts.js';

interface MatrixDialogProps {
  place: Place;
  roles: RoleRow[];
  close: () => void;
}

/** Saves the whole matrix. The server refuses if someone else has saved it in the meantime. */
export function MatrixDialog({ place, roles, close }: MatrixDialogProps) {
  const name = getPlaceRow(place).display_name;
  const placeMatrix = useResponse<MatrixResponse>(buildMatrixAddress(place));
  const parentPlace = { section: place.section, subsection: null };
  const parentMatrix = useResponse<MatrixResponse>(place.subsection && buildMatrixAddress(parentPlace));
  const [edits, setEdits] = useState<OwnFlags | null>(null);
  const { busy, fault, changed, run, setFault } = useMutation(texts.matrix.failed);
  // A cached matrix may be outdated, so editing waits for the new response.
  const hasFailed = (placeMatrix.fault ?? parentMatrix.fault) !== null;
  const isLoading = placeMatrix.loading || parentMatrix.loading;
  const storedMatrix = isLoading || hasFailed ? null : placeMatrix.body;
  const savedFlags = storedMatrix && toOwnFlags(storedMatrix.entries);
  const ownFlags = edits ?? savedFlags;
  const isUnchanged = !ownFlags || !savedFlags || hasSameFlags(ownFlags, savedFlags);

  function loadAgain() {
    setEdits(null);
    setFault(null);
    void placeMatrix.reload();
    if (place.subsection) void parentMatrix.reload();
  }
  async function save() {
    if (!storedMatrix || !ownFlags || isUnchanged) return;
    if (
      await run([[...ownFlags], storedMatrix.version], (key) => saveMatrix(place, ownFlags, storedMatrix.version, key))
    )
      close();
  }
  // Only Cancel discards edits. Escape or a click outside does not.
  function dismiss() {
    if (isUnchanged) close();
    else setFault(texts.unsaved);
  }
  return (
    <Dialog title={texts.matrix.title(name)} body={texts.matrix.lead} open close={dismiss} wide>
      {hasFailed && <LoadError retry={loadAgain} />}
      {isLoading && <Skeleton width="100%" height={56 * (roles.length + 2)} />}
      {ownFlags && (
        <MatrixTable
          name={name}
          roles={roles}
          matrix={{ own: ownFlags, section: parentMatrix.body && toOwnFlags(parentMatrix.body.entries) }}
          change={(matrix) => setEdits(matrix.own)}
        />
      )}
      {fault !== null && (
        <Alert kind="error">
          {fault}
          {changed && <Button onClick={loadAgain}>{texts.matrix.reload}</Button>}
        </Alert>
      )}
      <DialogEnd>
        <Button onClick={close}>{texts.matrix.cancel}</Button>
        <Button kind="primary" aria-disabled={busy || isUnchanged} onClick={() => void save()}>
          {busy ? texts.matrix.saving : texts.matrix.save}
        </Button>
      </DialogEnd>
    </Dialog>
  );
}
