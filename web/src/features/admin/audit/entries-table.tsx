import { isolated } from '@guildhall/domain/direction.js';
import type { AuditRow } from '@guildhall/domain/wire/schemas/staff/audit.js';
import { shortDate } from '../../../shared/dates.js';
import { linkTo, linkToThread } from '../../../shared/paths.js';
import { Link } from '../../../shared/router.js';
import { Button } from '../../../ui/button.js';
import { UpdatesPill } from '../../../ui/live-list/updates-pill.js';
import { useHeldRows } from '../../../ui/live-list/use-held-rows.js';
import { When } from '../../../ui/time/when.js';
import admin from '../../../ui/table/table.module.css';
import styles from './audit.module.css';
import { Changes } from './changes-list.js';
import { kindName } from './kinds.js';
import { texts } from './texts.js';

interface EntriesTableProps {
  rows: readonly AuditRow[];
  address?: string;
  loading?: boolean;
  undo: (row: AuditRow, button: HTMLElement) => void;
}

/** Entries are never deleted: newer ones push older ones to the next page. */
const isLost = () => false;
const idOf = ({ id }: AuditRow): string => id;

export function EntriesTable({ rows, address = '', loading = false, undo }: EntriesTableProps) {
  const [list, listRef] = useHeldRows(rows, idOf, { scope: address, loading, isLost });
  const times = new Map(rows.map(({ id, at }) => [id, at]));
  const { when, who, act, about, change } = texts.head;
  return (
    <div ref={listRef} className="card">
      <UpdatesPill list={list} />
      <table className={`${admin['table']} ${styles['entries']}`}>
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
          {list.rows.map(({ key, row }) => (
            <EntryRow key={key} row={row} undo={undo} undoneAt={times.get(row.undone_by ?? '') ?? null} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface EntryRowProps {
  row: AuditRow;
  undo: EntriesTableProps['undo'];
  /** Null if the action was not undone, or if its undo is not loaded. */
  undoneAt: string | null;
}

function EntryRow({ row, undo, undoneAt }: EntryRowProps) {
  const { at, actor, kind, reason, undoes, undone_by, undoable } = row;
  return (
    <tr className={undone_by === null ? undefined : styles['undone']}>
      <th scope="row" className={styles['when']}>
        <When at={at} short />
      </th>
      <td className={styles['who']}>
        {actor ? (
          <Link to={linkTo('profile', { username: actor.username })} className="plain-link link">
            {actor.username}
          </Link>
        ) : (
          texts.installation
        )}
      </td>
      <td className={styles['action']}>
        {kindName(kind)}
        {undoes !== null && <p className="hint">{texts.isUndo}</p>}
      </td>
      <td className={styles['about']} dir="auto">
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
            aria-label={texts.undo.nameOf(kindName(kind), subjectName(row))}
            onClick={(event) => undo(row, event.currentTarget)}
          >
            {texts.undo.name}
          </Button>
        )}
        {undone_by !== null && (
          <span className="hint nowrap">
            {undoneAt === null ? texts.undone : texts.undoneAt(shortDate(new Date(undoneAt), new Date()))}
          </span>
        )}
      </td>
    </tr>
  );
}

export function subjectName({ subject: { kind, name, id }, person }: AuditRow): string {
  if (kind === 'member') return name ?? String(id);
  // A newer server may send kinds that this version lacks.
  const sort = kind in texts.subjects ? texts.subjects[kind as keyof typeof texts.subjects] : kind;
  if (name === null) return person ? `${sort}, ${person.username}` : sort;
  return kind === 'thread' || kind === 'post' ? `${sort} “${isolated(name)}”` : `${sort} ${isolated(name)}`;
}

function About({ row }: { row: AuditRow }) {
  const { kind, id, name } = row.subject;
  const label = subjectName(row);
  const isMember = kind === 'member' && name;
  if (!isMember && (kind !== 'thread' || row.after?.['deleted'] === true)) return label;
  return (
    <Link to={isMember ? linkTo('profile', { username: name }) : linkToThread(id)} className="plain-link link">
      {label}
    </Link>
  );
}
