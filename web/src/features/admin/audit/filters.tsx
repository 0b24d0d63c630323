import { type ReactNode, useState } from 'react';
import { shortDate } from '../../../shared/dates.js';
import { Button } from '../../../ui/button.js';
import { SelectFilter, type Option } from '../../../ui/fields/select-field.js';
import { kindsOfArea } from './kinds.js';
import { hasFilters, type AuditQuery } from './query.js';
import { texts } from './texts.js';
import { Popover } from '@base-ui/react/popover';
import { Icon } from '../../../ui/icon.js';
import controls from '../../../ui/fields/controls.module.css';
import { DateField } from '../../../ui/fields/date-field.js';
import { isoOf, localOf } from '../../../ui/time/local-time.js';
import { MemberField } from '../../../ui/fields/member-field.js';
import styles from './audit.module.css';

interface FiltersProps {
  query: AuditQuery;
  setQuery: (newQuery: AuditQuery) => void;
}

export function Filters({ query, setQuery }: FiltersProps): ReactNode {
  const { actor, target, from, to } = query;
  const change = (fields: Partial<AuditQuery>) => setQuery({ ...query, ...fields });
  return (
    <>
      <KindFilter query={query} change={change} />
      <MemberFilter
        label={texts.staff}
        hint={texts.staffHint}
        value={actor}
        displayValue={actor || texts.anyone}
        change={(value) => change({ actor: value })}
      />
      <MemberFilter
        label={texts.about}
        hint={texts.aboutHint}
        value={target}
        displayValue={target || texts.anyone}
        change={(value) => change({ target: value })}
      />
      <TimeFilter
        label={texts.from}
        value={from}
        displayValue={formatTime(from) ?? texts.fromNone}
        change={(value) => change({ from: value })}
      />
      <TimeFilter
        label={texts.to}
        value={to}
        displayValue={formatTime(to) ?? texts.toNone}
        change={(value) => change({ to: value })}
      />
      {hasFilters(query) && (
        <Button kind="quiet" onClick={() => setQuery({ area: '', kind: '', actor: '', target: '', from: '', to: '' })}>
          {texts.clear}
        </Button>
      )}
    </>
  );
}

const everything = 'any';

const options: Option<string>[] = [
  { value: everything, name: texts.anything },
  ...Object.entries(kindsOfArea).flatMap(([area, kinds]) => [
    // `Object.entries` widens the keys to `string`.
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
  return <SelectFilter label={texts.act} value={value} choose={choose} options={options} />;
}

function formatTime(iso: string): string | null {
  const date = new Date(iso);
  return iso === '' || Number.isNaN(date.getTime()) ? null : shortDate(date, new Date());
}

interface FilterProps {
  label: string;
  value: string;
  /** The value as the button shows it. */
  displayValue: string;
  change: (value: string) => void;
}

function MemberFilter({ hint, ...filter }: FilterProps & { hint: string }) {
  return (
    <FilterButton
      {...filter}
      field={(written, write) => <MemberField label={filter.label} hint={hint} value={written} onChange={write} />}
    />
  );
}

/** The address holds UTC; the field shows local time. */
function TimeFilter({ value, change, ...rest }: FilterProps) {
  const date = new Date(value);
  return (
    <FilterButton
      {...rest}
      value={value === '' || Number.isNaN(date.getTime()) ? '' : localOf(date)}
      change={(local) => change(isoOf(local) ?? '')}
      field={(written, write) => <DateField label={rest.label} value={written} change={write} withTime />}
    />
  );
}

interface FilterButtonProps extends FilterProps {
  field: (written: string, write: (value: string) => void) => ReactNode;
}

/** Changes the filter only when the person applies the field's value. */
function FilterButton({ label, value, displayValue, change, field }: FilterButtonProps) {
  const [open, setOpen] = useState(false);
  const [written, setWritten] = useState(value);
  function apply(next: string) {
    setOpen(false);
    if (next !== value) change(next);
  }
  function toggle(next: boolean) {
    if (next) setWritten(value);
    setOpen(next);
  }
  return (
    <Popover.Root open={open} onOpenChange={toggle}>
      <Popover.Trigger className={`text-14 ${controls['filter']}`}>
        <span className="no-shrink color-muted">{label}:</span>
        <span className="ellipsis semibold">{displayValue}</span>
        <span className="grid no-shrink color-faint">
          <Icon name="down" size={16} />
        </span>
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Positioner className={styles['positioner']} sideOffset={4} align="start">
          <Popover.Popup className={`floating padding-16 ${styles['popup']}`} aria-label={label}>
            <form
              className="stack"
              onSubmit={(event) => {
                event.preventDefault();
                apply(written.trim());
              }}
            >
              {field(written, setWritten)}
              <div className="line justify-end">
                <Button kind="quiet" onClick={() => apply('')}>
                  {texts.any}
                </Button>
                <Button kind="primary" type="submit">
                  {texts.apply}
                </Button>
              </div>
            </form>
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}
