import { notificationKinds, type NotificationKind } from '@guildhall/domain/wire/kinds.js';
import type { NotificationChoices } from '@guildhall/domain/wire/schemas/members/notifications.js';
import { useState } from 'react';
import { changeResponse, useResponse } from '../../../queries/use-response.js';
import { send, messageOf } from '../../../shared/api/api.js';
import { Alert, LoadError } from '../../../ui/alert.js';
import { Skeleton } from '../../../ui/skeleton.js';
import styles from './notifications-part.module.css';
import { texts } from './texts.js';

const address = '/notifications/choices';

/** The kinds of notification that the member receives: each choice is saved as soon as it is ticked. */
export function NotificationChoicesPart() {
  const { body: choices, fault: unread, reload } = useResponse<NotificationChoices>(address);
  const [fault, setFault] = useState<string | null>(null);
  if (choices === null) {
    return unread === null ? <Skeleton width="100%" height={400} /> : <LoadError again={() => void reload()} />;
  }

  async function choose(kind: NotificationKind, on: boolean) {
    const show = (shown: boolean) => changeResponse<NotificationChoices>(address, (all) => ({ ...all, [kind]: shown }));
    setFault(null);
    show(on);
    try {
      await send('PUT', address, crypto.randomUUID(), { [kind]: on });
    } catch (error) {
      show(!on);
      setFault(messageOf(error, texts.choices.failed));
    }
  }

  return (
    <fieldset className={`grid gap-4 ${styles['choices']}`}>
      <legend>{texts.choices.title}</legend>
      {notificationKinds.map((kind) => (
        <label key={kind} className={`stack align-start padding-y-8 ${styles['choice']}`}>
          <input
            type="checkbox"
            checked={choices[kind]}
            onChange={(event) => void choose(kind, event.target.checked)}
          />
          <span>
            {texts.kinds[kind].name}
            <span className={`muted ${styles['about']}`}>{texts.kinds[kind].about}</span>
          </span>
        </label>
      ))}
      {fault !== null && <Alert kind="error">{fault}</Alert>}
    </fieldset>
  );
}
