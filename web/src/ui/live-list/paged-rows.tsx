import { Fragment, type ReactNode } from 'react';
import type { PagedList } from '../../queries/use-paged-list.js';
import { LoadError } from '../alert.js';
import { EmptyState } from '../empty-state.js';
import { MoreRows } from '../loading/more-button.js';
import { SkeletonRows } from '../skeleton.js';
import type { HeldRow, Key } from './held-rows.js';
import styles from './live-list.module.css';
import { HeldRows, UpdatesPill } from './updates-pill.js';
import { useHeldRows } from './use-held-rows.js';

/** The padding and border of a skeleton row in pixels. */
const rowPadding = 25;

export interface PagedRowsProps<Row> {
  list: PagedList<Row, unknown>;
  getKey: (row: Row) => Key;
  scope?: unknown;
  rowHeight: number;
  skeletonCount?: number;
  none: string;
  /** Shown below `none`. */
  suggestions?: ReactNode;
  moreLabel: string;
  className?: string | undefined;
  /** Rows of the same group must be adjacent. */
  getGroup?: ((row: Row) => string) | undefined;
  children: (row: Row) => ReactNode;
}

export function PagedRows<Row>({
  list,
  getKey,
  scope,
  rowHeight,
  skeletonCount = 3,
  none,
  suggestions,
  moreLabel,
  className,
  getGroup,
  children,
}: PagedRowsProps<Row>) {
  const { rows, status, next, reload } = list;
  const isLoading = status === 'loading';
  const [heldRows, listRef] = useHeldRows(rows, getKey, { scope, loading: isLoading });
  const hasRows = heldRows.rows.length > 0;
  return (
    <>
      {status === 'failed' && <LoadError retry={() => void reload()} />}
      {isLoading && !hasRows && <SkeletonRows count={skeletonCount} height={rowHeight - rowPadding} />}
      {status === 'ready' && !hasRows && next === null && (
        <>
          <EmptyState>{none}</EmptyState>
          {suggestions}
        </>
      )}
      <div ref={listRef}>
        <UpdatesPill list={heldRows} />
        {[...groupRows(heldRows.rows, getGroup)].map(([group, groupRows]) => (
          <Fragment key={group}>
            {getGroup && (
              <h2 className={styles['group']} dir="auto">
                {group}
              </h2>
            )}
            <ol role="list" data-rows className={className}>
              <HeldRows list={{ rows: groupRows }}>{children}</HeldRows>
            </ol>
          </Fragment>
        ))}
      </div>
      <MoreRows list={list} name={moreLabel} />
    </>
  );
}

function groupRows<Row>(rows: readonly HeldRow<Row>[], getGroup: (row: Row) => string = () => '') {
  const groups = new Map<string, HeldRow<Row>[]>();
  for (const heldRow of rows) {
    const group = getGroup(heldRow.row);
    groups.set(group, [...(groups.get(group) ?? []), heldRow]);
  }
  return groups;
}
