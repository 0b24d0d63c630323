import { useState, type ReactNode } from 'react';
import { dateAndTime } from '../../../shared/dates.js';
import { useSearchParams } from '../../../shared/router.js';
import { Button } from '../../../ui/button.js';
import { EmptyState } from '../../../ui/empty-state.js';
import { DateField } from '../../../ui/fields/date-field.js';
import { isoOf, localOf } from '../../../ui/time/local-time.js';
import { SelectField } from '../../../ui/fields/select-field.js';
import { BansAsOf, RolesAsOf, PermissionsAsOf, StructureAsOf, SettingsAsOf, ThemeAsOf } from './as-of-tables.js';
import styles from './audit.module.css';
import { texts } from './texts.js';

const views = {
  roles: RolesAsOf,
  bans: BansAsOf,
  structure: StructureAsOf,
  permissions: PermissionsAsOf,
  settings: SettingsAsOf,
  theme: ThemeAsOf,
} as const;
type View = keyof typeof views;
const viewNames = Object.keys(views) as View[]; // `Object.keys` widens the keys to `string`
const options = viewNames.map((value) => ({ value, name: texts.asOfView.views[value] }));

/** The address contains the moment and the chosen view. */
export function AsOfView() {
  const [params, setParams] = useSearchParams();
  const at = momentIn(params.get('at') ?? '');
  const view = viewNames.find((name) => name === params.get('of')) ?? 'roles';
  const ViewAsOf = views[view];
  return (
    <>
      <MomentForm key={at ?? ''} at={at} show={(next) => setParams({ at: next, of: view })}>
        <SelectField
          label={texts.asOfView.view}
          value={view}
          options={options}
          choose={(next) => setParams({ at: at ?? '', of: next })}
        />
      </MomentForm>
      {at === null ? (
        <EmptyState>{texts.asOfView.choose}</EmptyState>
      ) : (
        <section aria-labelledby="then">
          <h2 id="then" className="margin-bottom-12">
            {texts.asOfView.title(texts.asOfView.views[view], dateAndTime(new Date(at)))}
          </h2>
          <ViewAsOf at={at} />
        </section>
      )}
    </>
  );
}

interface MomentFormProps {
  at: string | null;
  show: (at: string) => void;
  children: ReactNode;
}

function MomentForm({ at, show, children }: MomentFormProps) {
  const [written, setWritten] = useState(() => (at === null ? '' : localOf(new Date(at))));
  return (
    <form
      className={`stack align-end ${styles['momentForm']}`}
      onSubmit={(event) => {
        event.preventDefault();
        const moment = isoOf(written);
        if (moment !== null) show(moment);
      }}
    >
      <DateField label={texts.asOfView.moment} value={written} change={setWritten} withTime />
      {children}
      <Button kind="primary" type="submit">
        {texts.asOfView.show}
      </Button>
    </form>
  );
}

/** Returns ISO 8601 in UTC, or null for invalid input. */
function momentIn(text: string): string | null {
  const date = new Date(text);
  return text === '' || Number.isNaN(date.getTime()) ? null : date.toISOString();
}
