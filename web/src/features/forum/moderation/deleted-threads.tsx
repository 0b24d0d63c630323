import type { DeletedThreadRow } from '@guildhall/domain/wire/schemas/forum/threads.js';
import type { ListKind } from '../../../queries/pages.js';
import { usePagedList } from '../../../queries/use-paged-list.js';
import { renameAuthor } from '../../../shared/state/member-names.js';
import { toPlaceIds, type Place } from '../../../shared/state/sections.js';
import { texts as shared } from '../../../shared/texts.js';
import { Button } from '../../../ui/button.js';
import { PagedRows } from '../../../ui/live-list/paged-rows.js';
import { Avatar } from '../../../ui/member.js';
import { ThreadTitle } from '../../../ui/thread-title.js';
import { TimeAgo } from '../../../ui/time/time-ago.js';
import { useTopicUpdates } from '../../../shared/state/use-staff-updates.js';
import { getTopic } from '../places/place-topics.js';
import { ListTools } from './list-tools.js';
import styles from './moderate-threads.module.css';
import { RowTick } from './row-tick.js';
import { useSelection } from './selection.js';
import { SelectionBar } from './selection-bar.js';
import { texts } from './texts.js';
import { useBulk } from './use-bulk.js';

const deletedThreads: ListKind<DeletedThreadRow, DeletedThreadRow[]> = {
  getRows: (rows) => rows,
  getKey: ({ id }) => id,
  renameRow: renameAuthor,
  size: 30,
  most: 1_000,
};

export function DeletedThreads({ place }: { place: Place }) {
  const { section, subsection } = place;
  const below = subsection ? `&subsection_id=${subsection.id}` : '';
  const list = usePagedList(deletedThreads, `/forums/deleted?section_id=${section.id}${below}`);
  const { rows, status, position, reload } = list;
  useTopicUpdates(getTopic(toPlaceIds(place)), position, reload, (changedRows) =>
    changedRows.some((row) => row.kind === 'summary' && ('removed' in row || rows.some(({ id }) => id === row.id))),
  );
  const isSelecting = useSelection((state) => state.on);
  return (
    <section aria-busy={status === 'loading'}>
      <div className={`row ${styles['head']}`}>
        <h2>{texts.deletedThreads}</h2>
        <ListTools place={place} />
      </div>
      {isSelecting && <SelectionBar deleted place={place} rows={rows} onChanged={() => void reload()} />}
      <PagedRows
        {...{ list, getKey: deletedThreads.getKey, rowHeight: 72 }}
        none={texts.noneDeleted}
        moreLabel={texts.more}
        className="border-top margin-top-12"
      >
        {(row) => <DeletedThread row={row} onChanged={() => void reload()} />}
      </PagedRows>
    </section>
  );
}

function DeletedThread({ row, onChanged }: { row: DeletedThreadRow; onChanged: () => void }) {
  const isSelecting = useSelection((state) => state.on);
  const { run, faults } = useBulk(onChanged);
  const [fault] = faults;
  const restore = () => run('restore', [row], { mayUndo: true });
  return (
    <li className={`stack gap-16 align-start border-bottom ${styles['thread']}`}>
      {isSelecting ? <RowTick row={row} /> : <Avatar name={row.username} url={row.avatar_url} large />}
      <div className={`shrinkable break-anywhere ${styles['text']}`}>
        <h3 dir="auto">
          <ThreadTitle thread={row} />
        </h3>
        <p className="ellipsis text-15 color-muted" dir="auto">
          {row.content}
        </p>
        <p className="faint">
          {texts.by(row.username)} · {shared.replies(row.reply_count)} ·{' '}
          <strong>{row.deleted_by === null ? texts.deletedBySite : texts.deletedBy(row.deleted_by)}</strong>
          {row.deleted_at !== null && (
            <>
              {' · '}
              <TimeAgo at={row.deleted_at} />
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
