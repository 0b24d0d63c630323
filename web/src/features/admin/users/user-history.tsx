import { isolateRightToLeft } from '@guildhall/domain/text/direction.js';
import type { AuditRow } from '@guildhall/domain/wire/schemas/staff/audit.js';
import { usePagedList } from '../../../queries/use-paged-list.js';
import { showToast } from '../../../shared/toast.js';
import { MoreButton } from '../../../ui/loading/more-button.js';
import { Button } from '../../../ui/button.js';
import { Alert, LoadError } from '../../../ui/alert.js';
import { EmptyState } from '../../../ui/empty-state.js';
import { When } from '../../../ui/time/when.js';
import { describeChanges } from '../audit/changes.js';
import { ChangeValues, collectNames } from '../audit/changes-list.js';
import { undoAction } from '../shared/undo-actions.js';
import { useMutation } from '../../../shared/hooks/use-mutation.js';
import styles from './users.module.css';
import { buildHistoryAddress } from './accounts.js';
import { texts } from './texts.js';
import { createListKind } from '../../../queries/pages.js';

export function UserHistory({ id, onChanged }: { id: string; onChanged: () => void }) {
  const list = usePagedList(history, buildHistoryAddress(id));
  const { rows, status } = list;
  return (
    <section className={styles['section']} aria-busy={status === 'loading'}>
      <h2>{texts.history}</h2>
      <p className={styles['consequence']}>{texts.historyBody}</p>
      {status === 'failed' && <LoadError retry={onChanged} />}
      {status === 'ready' && rows.length === 0 && <EmptyState>{texts.noHistory}</EmptyState>}
      <ol role="list" className="margin-top-8">
        {rows.map((row) => (
          <HistoryItem key={row.id} row={row} onChanged={onChanged} />
        ))}
      </ol>
      <MoreButton list={list} name={texts.moreHistory} />
    </section>
  );
}

function HistoryItem({ row, onChanged }: { row: AuditRow; onChanged: () => void }) {
  const mutation = useMutation(texts.failed, { onStale: onChanged });
  const kind = texts.kinds[row.kind] ?? row.kind;
  const undo = () =>
    void mutation.run(row.id, async (key) => {
      await undoAction(row.id, key);
      showToast(`${texts.undone}: ${kind}`);
      onChanged();
    });
  return (
    <li
      className={`line gap-12 spread border-top padding-y-8 ${styles['line']} ${row.undone_by === null ? '' : styles['faded']}`}
    >
      <div className={`shrinkable ${styles['entryText']}`}>
        <p>
          <strong>{kind}</strong>{' '}
          {describeChanges(row, collectNames([], [])).map(({ before, after }, index) => (
            <span key={index} className="code">
              <ChangeValues before={before} after={after} />
            </span>
          ))}
        </p>
        <p className={styles['rowFacts']}>
          <When at={row.at} /> · {texts.by(row.actor?.username ?? texts.installation)}
          {row.undoes !== null && ` · ${texts.isUndo}`}
          {row.reason !== null && ` · “${isolateRightToLeft(row.reason)}”`}
        </p>
        {mutation.fault !== null && <Alert kind="error">{mutation.fault}</Alert>}
      </div>
      {row.undone_by !== null && <span className={styles['rowFacts']}>{texts.undone}</span>}
      {row.undoable && (
        <Button aria-disabled={mutation.busy} aria-label={texts.actionsFor(texts.undo, kind)} onClick={undo}>
          {texts.undo}
        </Button>
      )}
    </li>
  );
}

const history = createListKind<AuditRow>(25, 200);
