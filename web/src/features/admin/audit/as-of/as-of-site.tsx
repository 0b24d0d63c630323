import type { SettingsResponse } from '@guildhall/domain/wire/schemas/site/site.js';
import type { ThemeRow } from '@guildhall/domain/wire/schemas/site/themes.js';
import { WideTable } from '../../../../ui/table/wide-table.js';
import { AsyncContent } from '../../../../ui/loading/async-content.js';
import { useResponse } from '../../../../queries/use-response.js';
import styles from '../shared/audit.module.css';
import { spellOut } from '../shared/kinds.js';
import { texts } from '../shared/texts.js';

const words = texts.then;

export function SettingsAsOf({ at }: { at: string }) {
  const response = useResponse<SettingsResponse>(`/admin/settings?at=${encodeURIComponent(at)}`);
  return (
    <AsyncContent answer={response} height={320}>
      {({ version: _, ...settings }) => (
        <WideTable label={words.views.settings} head={words.settingHead}>
          {Object.entries(settings).map(([name, value]) => (
            <tr key={name}>
              <th scope="row">{spellOut(name)}</th>
              <td className="break-anywhere multiline">{shown(value)}</td>
            </tr>
          ))}
        </WideTable>
      )}
    </AsyncContent>
  );
}

function shown(value: SettingsResponse[keyof SettingsResponse]): string {
  if (typeof value === 'boolean') return value ? texts.yes : texts.no;
  if (value === '' || (Array.isArray(value) && value.length === 0)) return texts.empty;
  if (!Array.isArray(value)) return String(value);
  return value.map((entry) => Object.values(entry).filter(Boolean).join(' · ')).join('\n');
}

export function ThemeAsOf({ at }: { at: string }) {
  const response = useResponse<ThemeRow[]>(`/forums/themes?at=${encodeURIComponent(at)}`);
  return (
    <AsyncContent answer={response} height={320}>
      {(themes) => (
        <ul role="list" className={styles['places']}>
          {themes.map(({ name, css, live }) => (
            <li key={name}>
              <p>
                <strong>{name}</strong> {live && <span className={styles['good']}>{words.live}</span>}
              </p>
              <details open={live}>
                <summary className="disclosure text-13">
                  {texts.colours(css.split('\n').filter(Boolean).length)}
                </summary>
                <pre className={`code ${styles['css']}`}>{css}</pre>
              </details>
            </li>
          ))}
        </ul>
      )}
    </AsyncContent>
  );
}
