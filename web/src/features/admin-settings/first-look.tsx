import type { WriteResponse } from '@guildhall/domain/wire/schemas/write.js';
import { useState } from 'react';
import { send, messageOf } from '../../shared/api/api.js';
import { loadSite } from '../../shared/state/site.js';
import { Alert } from '../../ui/alert.js';
import { accents, cssWith, type AccentName } from './accents.js';
import { LineSetting } from './setting-fields.js';
import styles from './settings.module.css';
import { texts } from './texts.js';

const words = texts.first;
const names = Object.keys(accents) as AccentName[]; // the keys of a Record

/** A chosen colour is on the site immediately: the page itself shows how it looks. */
export function LookStep() {
  const [chosen, setChosen] = useState<AccentName | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  async function choose(accent: AccentName) {
    setChosen(accent);
    setFault(null);
    try {
      await applyAccent(accent);
    } catch (error) {
      setFault(messageOf(error, words.lookFailed));
    }
  }
  return (
    <fieldset className={styles['accents']}>
      <legend className={styles['label']}>{words.accent}</legend>
      <div className={styles['accentRow']}>
        {names.map((accent) => (
          <label key={accent} className={styles['accent']}>
            <input
              type="radio"
              className="visually-hidden"
              name="accent"
              value={accent}
              checked={accent === chosen}
              onChange={() => void choose(accent)}
            />
            <span className={styles['accentDot']} style={{ backgroundColor: accents[accent].is }} aria-hidden="true" />
            {words.accents[accent]}
          </label>
        ))}
      </div>
      <p className="hint">{words.accentHint}</p>
      {fault !== null && <Alert kind="error">{fault}</Alert>}
    </fieldset>
  );
}

/** The default theme is the orange one; every other accent becomes a theme with a name. */
async function applyAccent(accent: AccentName): Promise<void> {
  const key = crypto.randomUUID();
  if (accent === 'orange') await send<WriteResponse>('POST', '/forums/themes/reset', key, {});
  else {
    const name = words.themeName(words.accents[accent]);
    await send<WriteResponse>('POST', '/forums/themes', key, { name, css: cssWith(accent), publish: true });
  }
  await loadSite();
}

export function MailStep({ refused }: { refused: string | null }) {
  return <LineSetting name="mail_sender" refused={refused} />;
}
