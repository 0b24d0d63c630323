import { noticeKinds, type NoticeKind } from '@guildhall/domain/wire/kinds.js';
import { type NoticeChoices } from '@guildhall/domain/wire/schemas/notifications.js';
import { useState } from 'react';
import { changeResponse, useResponse } from '../../queries/use-response.js';
import { send, wordsOf } from '../../shared/api/api.js';
import { Alert, LoadFailed } from '../../ui/alert.js';
import { Skeleton } from '../../ui/skeleton.js';
import styles from './notifications.module.css';
import { texts } from './texts.js';

const address = '/notifications/choices';

/** Of which kinds one is told: each is kept as soon as it is ticked. */
export function NoticeChoicesPart() {
  const { body: choices, fault: unread, reload } = useResponse<NoticeChoices>(address);
  const [fault, setFault] = useState<string | null>(null);
  if (choices === null) {
    return unread === null ? <Skeleton width="100%" height={400} /> : <LoadFailed again={() => void reload()} />;
  }

  async function choose(kind: NoticeKind, on: boolean) {
    const show = (shown: boolean) => changeResponse<NoticeChoices>(address, (all) => ({ ...all, [kind]: shown }));
    setFault(null);
    show(on);
    try {
      await send('PUT', address, crypto.randomUUID(), { [kind]: on });
    } catch (error) {
      show(!on);
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
