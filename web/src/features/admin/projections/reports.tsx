import { useId } from 'react';
import type { PoisonRow, ProjectionsOutcome, VerifyRow } from '@guildhall/domain/wire/schemas/staff/projections.js';
import { When } from '../../../ui/time/when.js';
import { WideTable } from '../../../ui/table/wide-table.js';
import { texts } from './texts.js';

export function LastOutcome({ title, outcome }: { title: string; outcome: ProjectionsOutcome | null }) {
  return (
    <div className="grid gap-4 text-14">
      <h3>{title}</h3>
      {outcome === null ? (
        <p className="muted">{texts.never}</p>
      ) : (
        <>
          <p>
            <span className={outcome.ok ? 'color-success' : 'color-danger'}>{outcome.message}</span>{' '}
            <span className="muted">
              <When at={outcome.at} />
            </span>
          </p>
          {outcome.report && <Verified report={outcome.report} />}
        </>
      )}
    </div>
  );
}

function Verified({ report: { documents, differences, more } }: { report: VerifyRow }) {
  return (
    <>
      <p>
        {texts.compared(documents.toLocaleString('nl-NL'))}{' '}
        {differences.length === 0 ? texts.same : texts.differ(differences.length, more)}
      </p>
      {differences.length > 0 && (
        <WideTable label={texts.differences} head={texts.differenceHead}>
          {differences.map(({ collection, id, kind, fields }) => (
            <tr key={`${collection} ${id}`}>
              <td>{collection}</td>
              <td className="code">{id}</td>
              <td>{texts.kinds[kind]}</td>
              <td className="code">{fields.join(', ')}</td>
            </tr>
          ))}
        </WideTable>
      )}
    </>
  );
}

export function SkippedEvents({ title, body, events }: { title: string; body: string; events: readonly PoisonRow[] }) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="margin-bottom-8">
        {title}
      </h2>
      <p className="muted">{body}</p>
      <WideTable label={title} head={texts.poisonHead}>
        {events.map(({ position, type, stream, error, at }) => (
          <tr key={position}>
            <td className="code">{position}</td>
            <td>{type}</td>
            <td className="code">{stream}</td>
            <td className="code">{error}</td>
            <td>
              <When at={at} short />
            </td>
          </tr>
        ))}
      </WideTable>
    </section>
  );
}
