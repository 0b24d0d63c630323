import { usePagedList } from '../../../queries/use-paged-list.js';
import { reloadBelow } from '../../../queries/use-response.js';
import { useSearchParams } from '../../../shared/router.js';
import { texts as shared } from '../../../shared/texts.js';
import { Button } from '../../../ui/button.js';
import { Alert } from '../../../ui/alert.js';
import { EmptyState } from '../../../ui/empty-state.js';
import { BlankRow, UpdatesPill } from '../../../ui/live-list/updates-pill.js';
import { useHeldRows } from '../../../ui/live-list/use-held-rows.js';
import { MoreButton } from '../../../ui/loading/more-button.js';
import { Skeleton } from '../../../ui/skeleton.js';
import admin from '../shared/admin.module.css';
import { PageHead } from '../../../ui/page/page-head.js';
import { useStaffUpdates } from '../../../shared/state/use-staff-updates.js';
import { SelectField } from '../../../ui/fields/select-field.js';
import {
  addressOf,
  detailAddress,
  kinds,
  toSearchParams,
  parseQuery,
  queue,
  states,
  withOpened,
  type ReportQuery,
} from './queue.js';
import { Report } from './report.js';
import { texts } from './texts.js';

const stateOptions = states.map((value) => ({ value, name: texts.states[value] }));
const kindOptions = kinds.map((value) => ({ value, name: texts.kinds[value] }));

/** The address contains the filters and the open report. */
export function ReportsPage() {
  const [params, setParams] = useSearchParams();
  const reportQuery = parseQuery(params);
  const ask = (fields: Partial<ReportQuery>) => setParams(toSearchParams({ ...reportQuery, ...fields }));
  return (
    <>
      <PageHead title={texts.title} body={texts.body} />
      <div className={admin['filters']} role="group" aria-label={texts.filters}>
        <SelectField
          kind="filter"
          label={texts.state}
          value={reportQuery.status}
          options={stateOptions}
          choose={(status) => ask({ status })}
        />
        <SelectField
          kind="filter"
          label={texts.kind}
          value={reportQuery.kind}
          options={kindOptions}
          choose={(kind) => ask({ kind })}
        />
      </div>
      <Queue query={reportQuery} />
    </>
  );
}

function Queue({ query: reportQuery }: { query: ReportQuery }) {
  const [params, setParams] = useSearchParams();
  const opened = params.get('report');
  const list = usePagedList(queue, addressOf(reportQuery), (rows, shown) => withOpened(rows, shown, opened));
  const { rows, status, next, fault, position, reload } = list;
  const [held, listRef] = useHeldRows(rows, idOf, { scope: addressOf(reportQuery), loading: status === 'loading' });
  useStaffUpdates('reports', position, async () => {
    const found = await reload();
    if (found !== null && opened !== null) void reloadBelow(detailAddress(Number(opened)));
    return found;
  });
  function open(id: number) {
    const query = toSearchParams(reportQuery);
    if (opened !== String(id)) query.set('report', String(id));
    setParams(query, { replace: true });
  }
  return (
    <section aria-label={texts.title} aria-busy={status === 'loading'}>
      {status === 'failed' && (
        <Alert kind="error">
          {fault}
          <Button onClick={() => void reload()}>{shared.tryAgain}</Button>
        </Alert>
      )}
      {status === 'loading' && rows.length === 0 && skeletons}
      {status === 'ready' && held.rows.length === 0 && (
        <EmptyState>
          {reportQuery.status === 'pending' && reportQuery.kind === 'any' ? texts.noneOpen : texts.none}
        </EmptyState>
      )}
      <div ref={listRef}>
        <UpdatesPill list={held} />
        <ol role="list" data-rows className="border-top">
          {held.rows.map(({ key, row, blank }) =>
            blank ? (
              <BlankRow key={key} />
            ) : (
              <Report key={key} row={row} open={opened === String(row.id)} toggle={() => open(row.id)} />
            ),
          )}
        </ol>
      </div>
      {next !== null && (
        <div className="more">
          <MoreButton list={list} name={texts.more} />
        </div>
      )}
    </section>
  );
}

const idOf = ({ id }: { id: number }): number => id;

const skeletons = [0, 1, 2, 3].map((line) => (
  <div key={line} className="grid gap-4 border-bottom padding-y-12">
    <Skeleton width="40%" height={18} />
    <Skeleton width="90%" />
  </div>
));
