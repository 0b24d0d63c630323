import { usePagedList } from '../../../queries/use-paged-list.js';
import { reloadBelow } from '../../../queries/use-response.js';
import { useSearchParams } from '../../../shared/router.js';
import { PagedRows } from '../../../ui/live-list/paged-rows.js';
import { PageHead } from '../../../ui/page/page-head.js';
import { useStaffUpdates } from '../../../shared/state/use-staff-updates.js';
import { SelectFilter } from '../../../ui/fields/select-field.js';
import { addressOf, detailAddress, kinds, toSearchParams, parseQuery, queue, states, withOpened } from './queue.js';
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
  const opened = params.get('report');
  const list = usePagedList(queue, addressOf(query), (rows, shown) => withOpened(rows, shown, opened));
  useStaffUpdates('reports', list.position, async () => {
    const found = await list.reload();
    if (found !== null && opened !== null) void reloadBelow(detailAddress(Number(opened)));
    return found;
  });
  function toggle(id: number) {
    const next = toSearchParams(query);
    if (opened !== String(id)) next.set('report', String(id));
    setParams(next, { replace: true });
  }
  return (
    <section aria-label={texts.title} aria-busy={list.status === 'loading'}>
      <PagedRows
        list={list}
        keyOf={queue.keyOf}
        scope={addressOf(query)}
        rowHeight={76}
        none={query.status === 'pending' && query.kind === 'any' ? texts.noneOpen : texts.none}
        moreLabel={texts.more}
        className="border-top"
      >
        {(row) => <Report row={row} open={opened === String(row.id)} toggle={() => toggle(row.id)} />}
      </PagedRows>
    </section>
  );
}
