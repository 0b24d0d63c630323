import type { RoleRow } from '@guildhall/domain/wire/schemas/staff/roles.js';
import { useEffect, useState } from 'react';
import { useMutation } from '../../../shared/hooks/use-mutation.js';
import { nearest, type Place } from '../../../shared/state/sections.js';
import { Button } from '../../../ui/button.js';
import { Alert, LoadError } from '../../../ui/alert.js';
import { Skeleton } from '../../../ui/skeleton.js';
import { Dialog, DialogEnd } from '../../../ui/dialog/dialog.js';
import { entryOf, ownOf, hasSameFlags, type Matrix, type OwnFlags } from './matrix.js';
import { MatrixTable } from './matrix-table.js';
import { loadMatrix, saveMatrix } from './store.js';
import { texts } from './texts.js';

interface Loaded {
  matrix: Matrix;
  saved: OwnFlags;
  version: number;
}

interface MatrixDialogProps {
  place: Place;
  roles: RoleRow[];
  close: () => void;
}

/** Saves the matrix as a whole; the server refuses it if someone else saved in the meantime. */
export function MatrixDialog({ place, roles, close }: MatrixDialogProps) {
  const [loaded, setLoaded] = useState<Loaded | null>(null);
  const [failed, setFailed] = useState(false);
  const [attempt, setAttempt] = useState(0);
  const { busy, fault, changed, run, setFault } = useMutation(texts.matrix.failed);
  const name = nearest(place).display_name;

  useEffect(() => {
    let over = false;
    loadMatrix(place).then(
      ({ own, section }) => {
        if (over) return;
        const saved = ownOf(own.entries);
        setLoaded({
          matrix: { own: saved, section: section && section.entries.map(entryOf) },
          saved,
          version: own.version,
        });
      },
      () => over || setFailed(true),
    );
    return () => void (over = true);
  }, [place, attempt]);

  function loadAgain() {
    setLoaded(null);
    setFailed(false);
    setFault(null);
    setAttempt(attempt + 1);
  }

  async function save() {
    if (!loaded) return;
    const { matrix, version } = loaded;
    const write = (key: string) => saveMatrix(place, matrix.own, version, key);
    if (await run([[...matrix.own], version], write)) close();
  }

  const unchanged = !loaded || hasSameFlags(loaded.matrix.own, loaded.saved);

  // Escape or a click outside must not discard edits; only Cancel does.
  function dismiss() {
    if (unchanged) close();
    else setFault(texts.unsaved);
  }
  return (
    <Dialog
      title={texts.matrix.title(name)}
      body={place.subsection ? texts.matrix.lead : texts.matrix.leadSection}
      open
      close={dismiss}
      wide
    >
      {failed && <LoadError again={loadAgain} />}
      {!failed && !loaded && <Skeleton width="100%" height={56 * (roles.length + 1)} />}
      {loaded && (
        <MatrixTable
          name={name}
          roles={roles}
          matrix={loaded.matrix}
          change={(matrix) => setLoaded({ ...loaded, matrix })}
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
        <Button kind="primary" aria-disabled={busy || unchanged} onClick={() => !unchanged && void save()}>
          {busy ? texts.matrix.saving : texts.matrix.save}
        </Button>
      </DialogEnd>
    </Dialog>
  );
}
