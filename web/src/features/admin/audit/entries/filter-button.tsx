import { Popover } from '@base-ui/react/popover';
import { useState, type ReactNode } from 'react';
import { Button } from '../../../../ui/button.js';
import { Icon } from '../../../../ui/icon.js';
import controls from '../../../../ui/fields/controls.module.css';
import { DateField } from '../../../../ui/fields/date-field.js';
import { isoOf, localOf } from '../../../../ui/time/local-time.js';
import { MemberField } from '../../../../ui/fields/member-field.js';
import styles from '../shared/audit.module.css';
import { texts } from '../shared/texts.js';

interface FilterProps {
  label: string;
  /** The value in the address; '' if there is none. */
  value: string;
  /** The chosen value as the button shows it. */
  shown: string;
  change: (value: string) => void;
}

export function MemberFilter({ hint, ...filter }: FilterProps & { hint: string }) {
  return (
    <FilterButton
      {...filter}
      field={(written, write) => <MemberField label={filter.label} hint={hint} value={written} onChange={write} />}
    />
  );
}

/** A moment: UTC in the address, the person's own time in the field. */
export function TimeFilter({ value, change, ...rest }: FilterProps) {
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

/** A button that opens the field of a filter; the field's value counts when it is applied. */
function FilterButton({ label, value, shown, change, field }: FilterButtonProps) {
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
        <span className={`ellipsis ${controls['value']}`}>{shown}</span>
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
