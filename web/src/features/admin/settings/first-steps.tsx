import { linkTo } from '../../../shared/paths.js';
import { Link } from '../../../shared/router.js';
import styles from './settings.module.css';
import { texts } from './texts.js';
import type { WriteResponse } from '@guildhall/domain/wire/schemas/write.js';
import { useId, useState } from 'react';
import { useMutation } from '../../../shared/hooks/use-mutation.js';
import { send } from '../../../shared/api/api.js';
import { loadSite } from '../../../shared/state/site.js';
import { Alert } from '../../../ui/alert.js';
import { defaultAccent } from '@guildhall/domain/theme/base-colours.js';

const firstRunTexts = texts.first;

/** The other colours of a theme are derived from its accent. */
const accents = {
  orange: defaultAccent,
  green: '#7cc96a',
  teal: '#45c4b4',
  blue: '#6aaef2',
  violet: '#b99af5',
  rose: '#f28aa6',
} as const;
type AccentName = keyof typeof accents;

const buildCss = (accent: string): string => `--color-accent: ${accent};`;

const nextSteps = [
  ['adminForums', firstRunTexts.forums],
  ['adminSettings', firstRunTexts.rules],
  ['adminRoles', firstRunTexts.roles],
  ['adminTheme', firstRunTexts.theme],
] as const;

export function DoneStep() {
  return (
    <>
      <p>{firstRunTexts.doneLead}</p>
      <ul className={styles['next']}>
        {nextSteps.map(([page, text]) => (
          <li key={page} className="padding-y-8">
            <Link to={linkTo(page)}>{text}</Link>
          </li>
        ))}
      </ul>
    </>
  );
}

const names = Object.keys(accents) as AccentName[];
const ownName = 'own';

/** Applies the colour as soon as it is chosen so that the page itself is the preview. */
export function LookStep() {
  const hintId = useId();
  const [selectedName, setSelectedName] = useState<string | null>(null);
  const [ownAccent, setOwnAccent] = useState<string>(accents.orange);
  const { fault, run } = useMutation(firstRunTexts.lookFailed);
  function choose(name: AccentName | typeof ownName, accent: string) {
    setSelectedName(name);
    const accentName = name === ownName ? firstRunTexts.own : firstRunTexts.accents[name];
    void run([name, accent], (key) => applyAccent(accentName, accent, key));
  }
  return (
    <fieldset className="shrinkable" aria-describedby={hintId}>
      <legend className={'label'}>{firstRunTexts.accent}</legend>
      <div className={`flow gap-8 ${styles['accentRow']}`}>
        {names.map((accent) => (
          <label key={accent} className={styles['accent']}>
            <input
              type="radio"
              className="visually-hidden"
              name="accent"
              value={accent}
              checked={accent === selectedName}
              onChange={() => choose(accent, accents[accent])}
            />
            <span
              className={`round ${styles['accentDot']}`}
              style={{ backgroundColor: accents[accent] }}
              aria-hidden="true"
            />
            {firstRunTexts.accents[accent]}
          </label>
        ))}
        <label className={styles['accent']} data-chosen={selectedName === ownName}>
          <input
            type="color"
            className={`bare ${styles['accentButton']}`}
            value={ownAccent}
            onChange={(event) => setOwnAccent(event.target.value)}
            onBlur={() => ownAccent !== accents.orange && choose(ownName, ownAccent)}
          />
          {firstRunTexts.own}
        </label>
      </div>
      <p id={hintId} className="hint">
        {firstRunTexts.accentHint}
      </p>
      {fault !== null && <Alert kind="error">{fault}</Alert>}
    </fieldset>
  );
}

/** The default theme has the orange accent. Any other accent needs a theme of its own. */
async function applyAccent(accentName: string, accent: string, key: string): Promise<void> {
  if (accent === accents.orange) await send<WriteResponse>('POST', '/forums/themes/reset', key, {});
  else {
    const name = firstRunTexts.themeName(accentName);
    await send<WriteResponse>('POST', '/forums/themes', key, { name, css: buildCss(accent), publish: true });
  }
  await loadSite();
}
