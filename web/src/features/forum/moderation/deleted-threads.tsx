import type { DeletedThreadRow } from '@guildhall/domain/wire/schemas/forum/threads.js';
import type { Topic } from '@guildhall/domain/wire/topics.js';
import type { ListKind } from '../../../queries/pages.js';
import { usePagedList } from '../../../queries/use-paged-list.js';
import { namedAuthor } from '../../../shared/state/member-names.js';
import type { Place } from '../../../shared/state/sections.js';
import { texts as shared } from '../../../shared/texts.js';
import { Alert } from '../../../ui/alert.js';
import { Button } from '../../../ui/button.js';
import { MoreRows } from '../../../ui/live-list/more-rows.js';
import { EmptyState } from '../../../ui/empty-state.js';
import { BlankRow, UpdatesPill } from '../../../ui/live-list/updates-pill.js';
import { useHeldRows } from '../../../ui/live-list/use-held-rows.js';
import { Avatar } from '../../../ui/member.js';
import { Skeleton } from '../../../ui/skeleton.js';
import { ThreadTitle } from '../../../ui/thread-title.js';
import { Ago } from '../../../ui/time/ago.js';
import { useTopicUpdates } from '../../../shared/state/use-staff-updates.js';
import { ListTools } from './list-tools.js';
import styles from './moderate-threads.module.css';
import { RowTick } from './row-tick.js';
import { useSelection } from './selection.js';
import { SelectionBar } from './selection-bar.js';
import { texts } from './texts.js';
import { useBulk } from './use-bulk.js';

const deletedThreads: ListKind<DeletedThreadRow, DeletedThreadRow[]> = {
  rowsOf: (rows) => rows,
  keyOf: ({ id }) => id,
  named: namedAuthor,
  size: 30,
  most: 1_000,
};

const idOf = ({ id }: DeletedThreadRow): number => id;

/** The deleted threads of a place, for those who may restore them. */
export function DeletedThreads({ place: { section, subsection } }: { place: Place }) {
  const below = subsection ? `&subsection_id=${subsection.id}` : '';
  const list = usePagedList(deletedThreads, `/forums/deleted?section_id=${section.id}${below}`);
  const { rows, status, position, reload, next, loadingMore, more } = list;
  const topic: Topic = subsection ? `subsection:${subsection.id}` : `section:${section.id}`;
  // Others delete and restore here too.
  useTopicUpdates(topic, position, reload, (changed) =>
    changed.some((row) => row.kind === 'summary' && ('removed' in row || rows.some(({ id }) => id === row.id))),
  );
  const [held, listRef] = useHeldRows(rows, idOf, { loading: status === 'loading' });
  const selecting = useSelection((state) => state.on);
  const place = { section, subsection };
  return (
    <section aria-busy={status === 'loading'}>
      <div className={`row ${styles['head']}`}>
        <h2>{texts.deletedThreads}</h2>
        <ListTools place={place} />
      </div>
      {selecting && <SelectionBar deleted place={place} rows={rows} changed={() => void reload()} />}
      {status === 'failed' && (
        <Alert kind="error">
          {list.fault}
          <Button onClick={() => void reload()}>{shared.tryAgain}</Button>
        </Alert>
      )}
      {status === 'loading' && rows.length === 0 && <Skeleton width="100%" height={72} />}
      {status === 'ready' && held.rows.length === 0 && <EmptyState>{texts.noneDeleted}</EmptyState>}
      <div ref={listRef}>
        <UpdatesPill list={held} />
        {held.rows.length > 0 && (
          <ul role="list" data-rows className="border-top margin-top-12">
            {held.rows.map(({ key, row, blank }) =>
              blank ? <BlankRow key={key} /> : <DeletedThread key={key} row={row} changed={() => void reload()} />,
            )}
          </ul>
        )}
      </div>
      <MoreRows {...{ next, loadingMore }} more={more} label={texts.more} />
    </section>
  );
}

function DeletedThread({ row, changed }: { row: DeletedThreadRow; changed: () => void }) {
  const selecting = useSelection((state) => state.on);
  const { run, faults } = useBulk(changed);
  const [fault] = faults;
  const restore = () => run('restore', [row], { mayUndo: true });
  return (
    <li className={`stack-wide align-start border-bottom ${styles['thread']}`}>
      {selecting ? <RowTick row={row} /> : <Avatar name={row.username} url={row.avatar_url} large />}
      <div className={`shrinkable break-anywhere ${styles['words']}`}>
        <h3 dir="auto">
          <ThreadTitle thread={row} />
        </h3>
        <p className="ellipsis text-15 color-muted" dir="auto">
          {row.content}
        </p>
        <p className="faint">
          {texts.by(row.username)} · {texts.replies(row.reply_count)} ·{' '}
          <strong>{row.deleted_by === null ? texts.deletedBySite : texts.deletedBy(row.deleted_by)}</strong>
          {row.deleted_at !== null && (
            <>
              {' · '}
              <Ago at={row.deleted_at} />
            </>
          )}
        </p>
        {fault !== undefined && <p role="alert">{fault}</p>}
      </div>
      <Button aria-label={texts.restoreThread(row.title)} onClick={restore}>
        {texts.actions.restore}
      </Button>
    </li>
  );
}
