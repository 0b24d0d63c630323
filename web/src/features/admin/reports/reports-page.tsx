import type { ReportDetail, ReportRow } from '@guildhall/domain/wire/schemas/staff/reports.js';
import { useEffect } from 'react';
import { usePagedList, type PagedList } from '../../../queries/use-paged-list.js';
import { reloadByPrefix, useResponse } from '../../../queries/use-response.js';
import { useSearchParams } from '../../../shared/router.js';
import { PagedRows } from '../../../ui/live-list/paged-rows.js';
import { PageHead } from '../../../ui/page/page-head.js';
import { useStaffUpdates } from '../../../shared/state/use-staff-updates.js';
import { SelectFilter } from '../../../ui/fields/select-field.js';
import {
  addressOf,
  addToQueue,
  detailAddress,
  kinds,
  toSearchParams,
  parseQuery,
  queue,
  states,
  withOpenedRow,
} from './queue.js';
import { Report } from './report.js';
import { texts } from './texts.js';

const stateOptions = states.map((value) => ({ value, name: texts.states[value] }));
const kindOptions = kinds.map((value) => ({ value, name: texts.kinds[value] }));

export function ReportsPage() {
  const [params, setParams] = useSearchParams();
  const query = parseQuery(params);
  return (
    <>
      <PageHead title={texts.title} body={texts.body} />
      <div className="flow gap-8 align-end margin-bottom-12" role="group" aria-label={texts.filters}>
        <SelectFilter
          label={texts.state}
          value={query.status}
          options={stateOptions}
          choose={(status) => setParams(toSearchParams({ ...query, status }))}
        />
        <SelectFilter
          label={texts.kind}
          value={query.kind}
          options={kindOptions}
          choose={(kind) => setParams(toSearchParams({ ...query, kind }))}
        />
      </div>
      <Queue />
    </>
  );
}

function Queue() {
  const [params, setParams] = useSearchParams();
  const query = parseQuery(params);
  const openedId = params.get('report');
  const list = usePagedList(queue, addressOf(query), (rows, shown) => withOpenedRow(rows, shown, openedId));
  const isLoadingLinked = useLinkedReport(openedId, list);
  useStaffUpdates('reports', list.position, async () => {
    const reloadedRows = await list.reload();
    if (reloadedRows !== null && openedId !== null) void reloadByPrefix(detailAddress(Number(openedId)));
    return reloadedRows;
  });
  function toggle(id: number) {
    const next = toSearchParams(query);
    if (openedId !== String(id)) next.set('report', String(id));
    setParams(next, { replace: true });
  }
  return (
    <section aria-label={texts.title} aria-busy={list.status === 'loading' || isLoadingLinked}>
      <PagedRows
        list={isLoadingLinked ? { ...list, status: 'loading', rows: [], next: null } : list}
        keyOf={queue.keyOf}
        scope={addressOf(query)}
        rowHeight={76}
        none={query.status === 'pending' && query.kind === 'any' ? texts.noneOpen : texts.none}
        moreLabel={texts.more}
        className="border-top"
      >
        {(row) => <Report row={row} open={openedId === String(row.id)} toggle={() => toggle(row.id)} />}
      </PagedRows>
    </section>
  );
}

/** Loads a linked report that is not on the first page. @returns whether it is being loaded */
function useLinkedReport(opened: string | null, { status, rows }: PagedList<ReportRow, ReportRow[]>): boolean {
  const [params] = useSearchParams();
  const isMissing = opened !== null && status === 'ready' && !rows.some(({ id }) => String(id) === opened);
  const { body: detail, fault } = useResponse<ReportDetail>(isMissing ? detailAddress(Number(opened)) : null);
  useEffect(() => {
    if (detail) addToQueue(parseQuery(params), detail);
  }, [params, detail]);
  return isMissing && fault === null;
}
