import { formatDateAndTime } from '../../../shared/dates.js';
import { useSearchParams } from '../../../shared/router.js';
import { EmptyState } from '../../../ui/empty-state.js';
import { toIso } from '../../../ui/time/local-time.js';
import { SelectField } from '../../../ui/fields/select-field.js';
import { MomentForm } from '../shared/moment-form.js';
import {
  BansAsOf,
  GameServersAsOf,
  PermissionsAsOf,
  PlayersAsOf,
  RolesAsOf,
  SettingsAsOf,
  StructureAsOf,
  ThemeAsOf,
} from './as-of-tables.js';
import styles from './audit.module.css';
import { texts } from './texts.js';

const views = {
  roles: RolesAsOf,
  bans: BansAsOf,
  players: PlayersAsOf,
  servers: GameServersAsOf,
  structure: StructureAsOf,
  permissions: PermissionsAsOf,
  settings: SettingsAsOf,
  theme: ThemeAsOf,
} as const;
type View = keyof typeof views;
const viewNames = Object.keys(views) as View[];
const options = viewNames.map((value) => ({ value, name: texts.asOfView.views[value] }));

export function AsOfView() {
  const [params, setParams] = useSearchParams();
  const at = toIso(params.get('at') ?? '');
  const view = viewNames.find((name) => name === params.get('of')) ?? 'roles';
  const ViewAsOf = views[view];
  return (
    <>
      <MomentForm
        key={at ?? ''}
        className={`stack align-end ${styles['momentForm']}`}
        label={texts.asOfView.moment}
        at={at}
        button={texts.asOfView.show}
        kind="primary"
        show={(next) => next !== null && setParams({ at: next, of: view })}
      >
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
            {texts.asOfView.title(texts.asOfView.views[view], formatDateAndTime(new Date(at)))}
          </h2>
          <ViewAsOf at={at} />
        </section>
      )}
    </>
  );
}
