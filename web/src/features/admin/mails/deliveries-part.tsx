import type {
  DeliveriesResponse,
  DeliveryRow,
  EmailPauseRow,
  FailedDeliveryRow,
} from '@guildhall/domain/wire/schemas/staff/deliveries.js';
import type { WriteResponse } from '@guildhall/domain/wire/schemas/write.js';
import { createListKind, type ListKind } from '../../../queries/pages.js';
import { usePagedList } from '../../../queries/use-paged-list.js';
import { reloadByPrefix, useResponse } from '../../../queries/use-response.js';
import { send } from '../../../shared/api/api.js';
import { useMutation } from '../../../shared/hooks/use-mutation.js';
import { linkTo } from '../../../shared/paths.js';
import { Link } from '../../../shared/router.js';
import { showError, showToast } from '../../../shared/toast.js';
import { LoadError } from '../../../ui/alert.js';
import { Button } from '../../../ui/button.js';
import { PagedRows } from '../../../ui/live-list/paged-rows.js';
import { SkeletonRows } from '../../../ui/skeleton.js';
import { When } from '../../../ui/time/when.js';
import { texts } from './texts.js';

const { deliveries: words } = texts;
const deliveriesAddress = '/admin/deliveries';
const pausesAddress = '/admin/email-pauses';
const failures = createListKind<FailedDeliveryRow>(30, 100);
const pauses: ListKind<EmailPauseRow, EmailPauseRow[]> = {
  getRows: (rows) => rows,
  getKey: ({ user_id }) => user_id,
  size: 30,
  most: 100,
};

export function reloadDeliveries(): void {
  void reloadByPrefix(deliveriesAddress);
  void reloadByPrefix(pausesAddress);
}

export function DeliveriesPart() {
  return (
    <>
      <WaitingPart />
      <FailedPart />
      <PausesPart />
    </>
  );
}

function WaitingPart() {
  const { body, fault, reload } = useResponse<DeliveriesResponse>(deliveriesAddress);
  if (fault !== null) return <LoadError retry={reload} />;
  if (body === null) return <SkeletonRows count={3} height={64} />;
  const { channels, deliveries } = body;
  // Failures are the reason to look at the list.
  const failedFirst = [...deliveries].sort((a, b) => Number(b.attempts > 0) - Number(a.attempts > 0));
  return (
    <section aria-labelledby="deliveries" className="margin-top-32">
      <h2 id="deliveries">{words.title}</h2>
      <p className="muted">{words.about}</p>
      <ul role="list">
        {channels.map(({ channel, pending, due, oldest_due_at }) => (
          <li key={channel}>
            {words.channels[channel]}: {words.counts(pending, due)}
            {oldest_due_at !== null && (
              <>
                {' · '}
                {words.oldest} <When at={oldest_due_at} />
              </>
            )}
          </li>
        ))}
      </ul>
      <ul role="list" aria-label={words.list}>
        {failedFirst.map((row) => (
          <Delivery key={row.id} row={row} />
        ))}
      </ul>
    </section>
  );
}

function FailedPart() {
  const list = usePagedList(failures, `${deliveriesAddress}/failed`);
  return (
    <section aria-labelledby="failed" className="margin-top-32">
      <h2 id="failed">{words.failed}</h2>
      <p className="muted">{words.failedAbout}</p>
      <PagedRows list={list} getKey={failures.getKey} rowHeight={96} none={words.noFailed} moreLabel={words.more}>
        {(row) => <Failure row={row} />}
      </PagedRows>
    </section>
  );
}

function PausesPart() {
  const list = usePagedList(pauses, pausesAddress);
  return (
    <section aria-labelledby="pauses" className="margin-top-32">
      <h2 id="pauses">{words.pauses}</h2>
      <p className="muted">{words.pausesAbout}</p>
      <PagedRows list={list} getKey={pauses.getKey} rowHeight={96} none={words.noPauses} moreLabel={words.more}>
        {(row) => <Pause row={row} />}
      </PagedRows>
    </section>
  );
}

export const AccountLink = ({ user_id, username }: Pick<DeliveryRow, 'user_id' | 'username'>) => (
  <Link to={linkTo('adminUser', { id: String(user_id) })} className="link plain-link semibold">
    {username}
  </Link>
);

function Delivery({ row }: { row: DeliveryRow }) {
  const { due_at, attempts, last_error } = row;
  return (
    <li className="border-top padding-y-12">
      <Recipient row={row} />
      {last_error !== '' && <p className="break-anywhere text-14 color-danger">{last_error}</p>}
      <p className="muted">
        {attempts === 0 ? texts.notTried : texts.attempts(attempts)} · {words.due} <When at={due_at} />
      </p>
    </li>
  );
}

function Failure({ row }: { row: FailedDeliveryRow }) {
  const { attempts, failed_at, reason } = row;
  return (
    <li className="border-top padding-y-12">
      <Recipient row={row} />
      <p className="break-anywhere text-14 color-danger">{reason}</p>
      <p className="muted">
        {texts.attempts(attempts)} · {words.failedAt} <When at={failed_at} />
      </p>
    </li>
  );
}

function Recipient({ row }: { row: DeliveryRow | FailedDeliveryRow }) {
  return (
    <p>
      <AccountLink {...row} /> · {words.channels[row.channel]} · {words.subjects[row.subject]}
    </p>
  );
}

function Pause({ row }: { row: EmailPauseRow }) {
  const { user_id, username, at, reason } = row;
  const { busy, run } = useMutation(words.resumeFailed, { onFailed: showError });
  const resume = () =>
    void run(user_id, async (key) => {
      await send<WriteResponse>('POST', `/admin/email-pauses/${user_id}/resume`, key);
      showToast(words.resumed(username));
      void reloadByPrefix(pausesAddress);
    });
  return (
    <li className="row gap-8-16 spread border-top padding-y-12">
      <div className="grid gap-2 shrinkable">
        <p>
          <AccountLink {...row} />
        </p>
        <p className="break-anywhere text-14 color-danger">{reason}</p>
        <p className="muted">
          {words.since} <When at={at} />
        </p>
      </div>
      <Button aria-disabled={busy} aria-label={words.resumeOf(username)} onClick={resume}>
        {words.resume}
      </Button>
    </li>
  );
}
