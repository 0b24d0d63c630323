import type { ReportDetail } from '@guildhall/domain/wire/schemas/staff/reports.js';
import { useEffect } from 'react';
import { usePagedList } from '../../../queries/use-paged-list.js';
import { useResponse } from '../../../queries/use-response.js';
import { useSearchParams } from '../../../shared/router.js';
import { PagedRows } from '../../../ui/live-list/paged-rows.js';
import { PageHead } from '../../../ui/page/page-head.js';
import { useStaffUpdates } from '../../../shared/state/use-staff-updates.js';
import { SelectFilter } from '../../../ui/fields/select-field.js';
import {
  buildAddress,
  buildDetailAddress,
  kinds,
  toSearchParams,
  parseQuery,
  putIntoQueue,
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
  const list = usePagedList(queue, buildAddress(query), (rows, shownRows) => withOpenedRow(rows, shownRows, openedId));
  const openedReport = useResponse<ReportDetail>(openedId === null ? null : buildDetailAddress(openedId));
  const isMissing =
    openedId !== null && list.status === 'ready' && !list.rows.some(({ id }) => String(id) === openedId);
  const isLoadingLinked = isMissing && openedReport.fault === null;
  const address = buildAddress(query);
  useEffect(() => {
    if (openedReport.body) putIntoQueue(address, openedReport.body);
  }, [address, openedReport.body, isMissing]);
  useStaffUpdates('reports', list.position, async () => {
    const reloadedRows = await list.reload();
    if (reloadedRows !== null && openedId !== null) void openedReport.reload();
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
        getKey={queue.getKey}
        scope={buildAddress(query)}
        rowHeight={76}
        none={query.status === 'pending' && query.kind === 'any' ? texts.noneOpen : texts.none}
        moreLabel={texts.more}
        className="border-top"
      >
        {(row) => (
          <Report
            row={row}
            openedReport={openedId === String(row.id) ? openedReport : null}
            toggle={() => toggle(row.id)}
          />
        )}
      </PagedRows>
    </section>
  );
}
