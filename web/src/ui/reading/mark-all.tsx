import { useMutation } from '../../shared/hooks/use-mutation.js';
import { getPlaceRow, type Place } from '../../shared/state/sections.js';
import { useSession } from '../../shared/state/session.js';
import { showError, showToast } from '../../shared/toast.js';
import { Button } from '../button.js';
import type { ThreadSummary } from '@guildhall/domain/wire/schemas/forum/threads.js';
import { countUnread, useMarks } from '../../shared/reading/marks.js';
import { markPlaceRead, usePlaceUnread } from '../../shared/reading/place-marks.js';
import { texts } from './texts.js';

export function MarkAll({ place, rows }: { place: Place; rows: readonly ThreadSummary[] }) {
  const member = useSession((state) => Boolean(state.user));
  const { busy, run } = useMutation(texts.markFailed, { onFailed: showError });
  const { section, subsection } = place;
  const { count } = usePlaceUnread(place);
  const hasUnread = useMarks(({ byThread }) => rows.some((row) => countUnread(row, byThread[row.id]) !== 0));
  if (!member) return null;
  const nothingUnread = count === 0 && !hasUnread;
  const mark = () => {
    if (nothingUnread) return;
    void run(place, async () => {
      await markPlaceRead(section.id, subsection?.id ?? null, rows);
      showToast(texts.marked(getPlaceRow(place).display_name));
    });
  };
  return (
    <Button kind="quiet" aria-disabled={busy || nothingUnread} onClick={mark}>
      {texts.markAll}
    </Button>
  );
}
