import { type ReactNode, useState } from 'react';
import { formatShortDate } from '../../../shared/dates.js';
import { Button } from '../../../ui/button.js';
import { SelectFilter, type Option } from '../../../ui/fields/select-field.js';
import { kindsOfArea } from './kinds.js';
import { hasFilters, parseQuery, type AuditQuery } from './query.js';
import { texts } from './texts.js';
import { Popover } from '@base-ui/react/popover';
import { Icon } from '../../../ui/icon.js';
import controls from '../../../ui/fields/controls.module.css';
import { DateField } from '../../../ui/fields/date-field.js';
import { toIso, formatLocal } from '../../../ui/time/local-time.js';
import { MemberField } from '../../../ui/fields/member-field.js';
import styles from './audit.module.css';

const memberFilters = [
  { name: 'actor', label: texts.staff, hint: texts.staffHint },
  { name: 'target', label: texts.about, hint: texts.aboutHint },
] as const;
const timeFilters = [
  { name: 'from', label: texts.from, none: texts.fromNone },
  { name: 'to', label: texts.to, none: texts.toNone },
] as const;

export function Filters({ query, setQuery }: { query: AuditQuery; setQuery: (query: AuditQuery) => void }) {
  const change = (fields: Partial<AuditQuery>) => setQuery({ ...query, ...fields });
  return (
    <>
      <KindFilter query={query} change={change} />
      {memberFilters.map(({ name, label, hint }) => (
        <FilterButton
          key={name}
          label={label}
          value={query[name]}
          displayValue={query[name] || texts.anyone}
          change={(value) => change({ [name]: value })}
          field={(draft, write) => <MemberField label={label} hint={hint} value={draft} onChange={write} />}
        />
      ))}
      {timeFilters.map(({ name, label, none }) => (
        // The URL contains the time in UTC, and the field shows it in local time.
        <FilterButton
          key={name}
          label={label}
          value={formatLocal(query[name])}
          displayValue={toIso(query[name]) === null ? none : formatShortDate(new Date(query[name]), new Date())}
          change={(local) => change({ [name]: toIso(local) ?? '' })}
          field={(draft, write) => <DateField label={label} value={draft} change={write} withTime />}
        />
      ))}
      {hasFilters(query) && (
        <Button kind="quiet" onClick={() => setQuery(parseQuery(new URLSearchParams()))}>
          {texts.clear}
        </Button>
      )}
    </>
  );
}

const anyValue = 'any';

const options: Option<string>[] = [
  { value: anyValue, name: texts.anything },
  ...Object.entries(kindsOfArea).flatMap(([area, kinds]) => [
    { value: `area.${area}`, name: texts.all(texts.areas[area as keyof typeof kindsOfArea]) },
    ...Object.entries(kinds).map(([kind, name]) => ({ value: `kind.${kind}`, name })),
  ]),
];

function KindFilter({ query, change }: { query: AuditQuery; change: (fields: Partial<AuditQuery>) => void }) {
  const { area, kind } = query;
  const value = kind !== '' ? `kind.${kind}` : area !== '' ? `area.${area}` : anyValue;
  function choose(option: string) {
    const [field = '', name = ''] = option.split('.');
    change({ area: field === 'area' ? name : '', kind: field === 'kind' ? name : '' });
  }
  return <SelectFilter label={texts.act} value={value} choose={choose} options={options} />;
}

interface FilterButtonProps {
  label: string;
  value: string;
  displayValue: string;
  change: (value: string) => void;
  field: (draft: string, write: (value: string) => void) => ReactNode;
}

function FilterButton({ label, value, displayValue, change, field }: FilterButtonProps) {
  const [open, setOpen] = useState(false);
  const [draft, setDraft] = useState(value);
  function apply(next: string) {
    setOpen(false);
    if (next !== value) change(next);
  }
  function toggle(next: boolean) {
    if (next) setDraft(value);
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
                apply(draft.trim());
              }}
            >
              {field(draft, setDraft)}
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
