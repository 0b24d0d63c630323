import type { AuditRow } from '@guildhall/domain/wire/schemas/staff/audit.js';
import { useRef, useState } from 'react';
import { usePagedList } from '../../../queries/use-paged-list.js';
import { reloadByPrefix } from '../../../queries/use-response.js';
import { Link, useSearchParams } from '../../../shared/router.js';
import { Button, getButtonClass } from '../../../ui/button.js';
import { LoadError } from '../../../ui/alert.js';
import { EmptyState } from '../../../ui/empty-state.js';
import { MoreRows } from '../../../ui/loading/more-button.js';
import { SkeletonRows } from '../../../ui/skeleton.js';
import { PageHead } from '../../../ui/page/page-head.js';
import tabs from '../../../ui/tabs.module.css';
import { useStaffUpdates } from '../../../shared/state/use-staff-updates.js';
import { AsOfView } from './as-of-view.js';
import { EntriesTable } from './entries-table.js';
import styles from './audit.module.css';
import { Filters } from './filters.js';
import {
  auditEntries,
  buildAddress,
  buildCsvAddress,
  hasFilters,
  toSearchParams,
  parseQuery,
  type AuditQuery,
} from './query.js';
import { texts } from './texts.js';
import { UndoDialog } from './undo-dialog.js';
import { getBatchKey } from './batches.js';
import { BatchDialog, SpanDialog } from './span-dialog.js';

export function AuditPage() {
  const [params] = useSearchParams();
  const isPast = params.has('at');
  return (
    <>
      <PageHead title={texts.title} body={texts.body}>
        <nav className={tabs['segments']} aria-label={texts.tabs}>
          <Link to="?" className={tabs['segment']} aria-current={isPast ? undefined : 'page'}>
            {texts.actions}
          </Link>
          <Link to="?at=" className={tabs['segment']} aria-current={isPast ? 'page' : undefined}>
            {texts.asOf}
          </Link>
        </nav>
      </PageHead>
      {isPast ? <AsOfView /> : <EntriesView />}
    </>
  );
}

function EntriesView() {
  const [params, setParams] = useSearchParams();
  const query = parseQuery(params);
  const [span, setSpan] = useState(false);
  return (
    <>
      <div className="flow gap-8 align-end margin-bottom-12" role="group" aria-label={texts.filters}>
        <Filters query={query} setQuery={(next) => setParams(toSearchParams(next))} />
        <div className={`row push-end ${styles['toolbarEnd']}`}>
          <a className={getButtonClass('secondary')} href={buildCsvAddress(query)} title={texts.csvTitle} download>
            {texts.csv}
          </a>
          <Button aria-haspopup="dialog" onClick={() => setSpan(true)}>
            {query.actor === '' ? texts.span.open : texts.span.openOf(query.actor)}
          </Button>
        </div>
      </div>
      <AuditEntryList query={query} />
      {span && <SpanDialog query={query} close={() => setSpan(false)} onChanged={reloadEntries} />}
    </>
  );
}

const reloadEntries = () => void reloadByPrefix('/admin/audit');

function AuditEntryList({ query }: { query: AuditQuery }) {
  const [rowToUndo, setRowToUndo] = useState<AuditRow | null>(null);
  const [batchToUndo, setBatchToUndo] = useState<{ batch: string; parts: string } | null>(null);
  const back = useRef<HTMLElement>(null);
  const status = useRef<HTMLParagraphElement>(null);
  const list = usePagedList(auditEntries, buildAddress(query));
  const { rows, status: state, next, fault, position, reload } = list;
  useStaffUpdates('audit', position, reload);
  // An undo removes the focused button, so the focus moves to the status.
  const focusStatus = () => {
    back.current = status.current;
  };
  return (
    <section aria-label={texts.actions} aria-busy={state === 'loading'}>
      <p ref={status} tabIndex={-1} className={`hint margin-bottom-8 ${styles['count']}`} role="status">
        {state === 'ready' && rows.length > 0 && texts.loaded(rows.length, next !== null)}
      </p>
      {state === 'failed' && <LoadError message={fault} retry={reloadEntries} />}
      {state === 'loading' && rows.length === 0 && <SkeletonRows count={6} height={28} />}
      {state === 'ready' && rows.length === 0 && (
        <EmptyState>{hasFilters(query) ? texts.noneFiltered : texts.none}</EmptyState>
      )}
      {rows.length > 0 && (
        <EntriesTable
          rows={rows}
          address={buildAddress(query)}
          loading={state === 'loading'}
          hasMore={next !== null}
          undo={(row, button) => {
            back.current = button;
            setRowToUndo(row);
          }}
          undoBatch={(entries, button) => {
            back.current = button;
            setBatchToUndo({ batch: getBatchKey(entries), parts: texts.batch.parts(entries.length, false) });
          }}
        />
      )}
      <MoreRows list={list} name={texts.more} />
      {rowToUndo && (
        <UndoDialog
          row={rowToUndo}
          back={back}
          close={() => setRowToUndo(null)}
          onUndone={focusStatus}
          onChanged={reloadEntries}
        />
      )}
      {batchToUndo && (
        <BatchDialog
          {...batchToUndo}
          back={back}
          close={() => setBatchToUndo(null)}
          onUndone={() => {
            focusStatus();
            reloadEntries();
          }}
        />
      )}
    </section>
  );
}
