import { type NoticeKind, noticeKinds } from '@guildhall/domain/wire/kinds.js';
import type { NoticeChoices } from '@guildhall/domain/wire/schemas/notifications.js';
import { useEffect, useState } from 'react';
import { get, send, wordsOf } from '../../shared/api/api.js';
import { Alert, LoadFailed } from '../../ui/alert.js';
import { Skeleton } from '../../ui/skeleton.js';
import styles from './notifications.module.css';
import { texts } from './texts.js';

const address = '/notifications/choices';

/** Of which kinds one is told: each is kept as soon as it is ticked. */
export function NoticeChoicesPart() {
  const [choices, setChoices] = useState<NoticeChoices | 'failed' | null>(null);
  const [attempt, setAttempt] = useState(0);
  const [fault, setFault] = useState<string | null>(null);
  useEffect(() => {
    let left = false;
    get<NoticeChoices>(address).then(
      ({ body }) => !left && setChoices(body),
      () => !left && setChoices('failed'),
    );
    return () => {
      left = true;
    };
  }, [attempt]);
  if (choices === 'failed') return <LoadFailed again={() => setAttempt(attempt + 1)} />;
  if (choices === null) return <Skeleton width="100%" height={400} />;

  async function choose(kind: NoticeKind, on: boolean) {
    const before = choices;
    setFault(null);
    setChoices(Object.assign({}, choices, { [kind]: on }));
    try {
      await send('PUT', address, crypto.randomUUID(), { [kind]: on });
    } catch (error) {
      setChoices(before);
      setFault(wordsOf(error, texts.choices.failed));
    }
  }

  return (
    <fieldset className={styles['choices']}>
      <legend>{texts.choices.title}</legend>
      {noticeKinds.map((kind) => (
        <label key={kind} className={styles['choice']}>
          <input
            type="checkbox"
            checked={choices[kind]}
            onChange={(event) => void choose(kind, event.target.checked)}
          />
          <span>
            {texts.kinds[kind].name}
            <span className={styles['about']}>{texts.kinds[kind].about}</span>
          </span>
        </label>
      ))}
      {fault !== null && <Alert kind="error">{fault}</Alert>}
    </fieldset>
  );
}
