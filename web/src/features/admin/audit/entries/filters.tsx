import type { ReactNode } from 'react';
import { shortDate } from '../../../../shared/dates.js';
import { Button } from '../../../../ui/button.js';
import { SelectField, type Option } from '../../../../ui/fields/select-field.js';
import { MemberFilter, TimeFilter } from './filter-button.js';
import { kindsOfArea } from '../shared/kinds.js';
import { hasFilters, type AuditQuery } from './query.js';
import { texts } from '../shared/texts.js';

interface FiltersProps {
  query: AuditQuery;
  ask: (question: AuditQuery) => void;
}

/** A button for each filter, with its chosen value. */
export function Filters({ query, ask }: FiltersProps): ReactNode {
  const { actor, target, from, to } = query;
  const change = (fields: Partial<AuditQuery>) => ask({ ...query, ...fields });
  return (
    <>
      <KindFilter query={query} change={change} />
      <MemberFilter
        label={texts.staff}
        hint={texts.staffHint}
        value={actor}
        shown={actor || texts.anyone}
        change={(value) => change({ actor: value })}
      />
      <MemberFilter
        label={texts.about}
        hint={texts.aboutHint}
        value={target}
        shown={target || texts.anyone}
        change={(value) => change({ target: value })}
      />
      <TimeFilter
        label={texts.from}
        value={from}
        shown={shownTime(from) ?? texts.fromNone}
        change={(value) => change({ from: value })}
      />
      <TimeFilter
        label={texts.to}
        value={to}
        shown={shownTime(to) ?? texts.toNone}
        change={(value) => change({ to: value })}
      />
      {hasFilters(query) && (
        <Button kind="quiet" onClick={() => ask({ area: '', kind: '', actor: '', target: '', from: '', to: '' })}>
          {texts.clear}
        </Button>
      )}
    </>
  );
}

const everything = 'any';

/** Areas first, each with its kinds below. */
const options: Option<string>[] = [
  { value: everything, name: texts.anything },
  ...Object.entries(kindsOfArea).flatMap(([area, kinds]) => [
    // The keys of `kindsOfArea` are the areas; Object.entries forgets that.
    { value: `area.${area}`, name: texts.all(texts.areas[area as keyof typeof kindsOfArea]) },
    ...Object.entries(kinds).map(([kind, name]) => ({ value: `kind.${kind}`, name })),
  ]),
];

function KindFilter({ query, change }: { query: AuditQuery; change: (fields: Partial<AuditQuery>) => void }) {
  const { area, kind } = query;
  const value = kind !== '' ? `kind.${kind}` : area !== '' ? `area.${area}` : everything;
  function choose(chosen: string) {
    const [what = '', name = ''] = chosen.split('.');
    change({ area: what === 'area' ? name : '', kind: what === 'kind' ? name : '' });
  }
  return <SelectField kind="filter" label={texts.act} value={value} choose={choose} options={options} />;
}

function shownTime(iso: string): string | null {
  const date = new Date(iso);
  return iso === '' || Number.isNaN(date.getTime()) ? null : shortDate(date, new Date());
}
