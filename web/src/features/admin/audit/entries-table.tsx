import type { AuditRow } from '@guildhall/domain/wire/schemas/staff/audit.js';
import { useMemo } from 'react';
import { formatShortDate } from '../../../shared/dates.js';
import { linkTo, linkToThread } from '../../../shared/paths.js';
import { Link } from '../../../shared/router.js';
import { Button } from '../../../ui/button.js';
import { MemberName } from '../../../ui/member.js';
import { UpdatesPill } from '../../../ui/live-list/updates-pill.js';
import { useHeldRows } from '../../../ui/live-list/use-held-rows.js';
import { When } from '../../../ui/time/when.js';
import admin from '../../../ui/table/table.module.css';
import styles from './audit.module.css';
import { BatchRow } from './batch-row.js';
import { groupIntoBatches, getBatchKey, type Batch } from './batches.js';
import { Changes } from './changes-list.js';
import { formatKindName, formatSubjectName } from './kinds.js';
import { texts } from './texts.js';

interface EntriesTableProps {
  rows: readonly AuditRow[];
  address?: string;
  loading?: boolean;
  /** True if rows that are not loaded yet may belong to the oldest row's batch. */
  hasMore?: boolean;
  undo: (row: AuditRow, button: HTMLElement) => void;
  undoBatch?: (batch: Batch, button: HTMLElement) => void;
}

/** Entries are never deleted. A missing one has moved to the next page. */
const isLost = () => false;

export function EntriesTable(props: EntriesTableProps) {
  const { rows, address = '', loading = false, hasMore = false, undo, undoBatch = () => {} } = props;
  const batches = useMemo(() => groupIntoBatches(rows), [rows]);
  const [list, listRef] = useHeldRows(batches, getBatchKey, { scope: address, loading, isLost });
  const last = batches.at(-1);
  const times = new Map(rows.map(({ id, at }) => [id, at]));
  const { when, who, act, about, change } = texts.head;
  return (
    <div ref={listRef} className="card">
      <UpdatesPill list={list} />
      <table className={`${admin['table']} ${styles['entries']}`}>
        <colgroup>
          {['when', 'who', 'action', 'about', 'change', 'undo'].map((column) => (
            <col key={column} className={styles[`${column}Column`]} />
          ))}
        </colgroup>
        <thead>
          <tr>
            {[when, who, act, about, change].map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
            <th scope="col">
              <span className="visually-hidden">{texts.head.undo}</span>
            </th>
          </tr>
        </thead>
        <tbody data-rows>
          {list.rows.map(({ key, row: batch }) => {
            const renderEntry = (row: AuditRow, isPart = false) => (
              <EntryRow key={row.id} {...{ row, isPart, undo }} undoneAt={times.get(row.undone_by ?? '') ?? null} />
            );
            if (batch.length === 1) return renderEntry(batch[0]);
            const isPartial = hasMore && last !== undefined && getBatchKey(batch) === getBatchKey(last);
            return (
              <BatchRow key={key} {...{ batch, isPartial, undoBatch }}>
                {(row) => renderEntry(row, true)}
              </BatchRow>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

interface EntryRowProps {
  row: AuditRow;
  isPart: boolean;
  undo: EntriesTableProps['undo'];
  /** When the action was undone. Null if it was not, or if its undo is not loaded. */
  undoneAt: string | null;
}

function EntryRow({ row, isPart, undo, undoneAt }: EntryRowProps) {
  const { at, actor, kind, reason, undoes, undone_by, undoable } = row;
  return (
    <tr className={`${undone_by === null ? '' : styles['undoneRow']} ${isPart ? styles['partialRow'] : ''}`}>
      <th scope="row" className={styles['timeCell']}>
        <When at={at} short />
      </th>
      <td className={styles['actorCell']}>{actor ? <MemberName name={actor.username} /> : texts.installation}</td>
      <td className={styles['action']}>
        {formatKindName(kind)}
        {undoes !== null && <p className="hint">{texts.isUndo}</p>}
      </td>
      <td className={styles['subject']} dir="auto">
        <About row={row} />
      </td>
      <td className={styles['changeCell']}>
        <Changes before={row.before} after={row.after} />
        {reason !== null && (
          <p className="text-13 color-muted" dir="auto">
            “{reason}”
          </p>
        )}
      </td>
      <td className={styles['undoCell']}>
        {undoable && (
          <Button
            aria-haspopup="dialog"
            aria-label={texts.undo.nameOf(formatKindName(kind), formatSubjectName(row))}
            onClick={(event) => undo(row, event.currentTarget)}
          >
            {texts.undo.name}
          </Button>
        )}
        {undone_by !== null && (
          <span className="hint nowrap">
            {undoneAt === null ? texts.undone : texts.undoneAt(formatShortDate(new Date(undoneAt), new Date()))}
          </span>
        )}
      </td>
    </tr>
  );
}

function About({ row }: { row: AuditRow }) {
  const { kind, id, name } = row.subject;
  const label = formatSubjectName(row);
  const isMember = kind === 'member' && name;
  if (!isMember && (kind !== 'thread' || row.after?.['deleted'] === true)) return label;
  return (
    <Link to={isMember ? linkTo('profile', { username: name }) : linkToThread(id)} className="plain-link link">
      {label}
    </Link>
  );
}
