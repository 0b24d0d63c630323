import { notificationKinds, type NotificationKind } from '@guildhall/domain/wire/kinds.js';
import type { NotificationChoices } from '@guildhall/domain/wire/schemas/members/notifications.js';
import { useMutation } from '../../../shared/hooks/use-mutation.js';
import { changeResponse, useResponse } from '../../../queries/use-response.js';
import { send } from '../../../shared/api/api.js';
import { Alert, LoadError } from '../../../ui/alert.js';
import { Skeleton } from '../../../ui/skeleton.js';
import styles from './notifications-part.module.css';
import { texts } from './texts.js';

const address = '/notifications/choices';

/** The kinds of notification that the member receives: each choice is saved as soon as it is ticked. */
export function NotificationChoicesPart() {
  const { body: choices, fault: unread, reload } = useResponse<NotificationChoices>(address);
  if (choices === null) {
    return unread === null ? <Skeleton width="100%" height={400} /> : <LoadError again={() => void reload()} />;
  }

  return (
    <fieldset className={`grid gap-4 ${styles['choices']}`}>
      <legend>{texts.choices.title}</legend>
      {notificationKinds.map((kind) => (
        <Choice key={kind} kind={kind} chosen={choices[kind]} />
      ))}
    </fieldset>
  );
}

function Choice({ kind, chosen }: { kind: NotificationKind; chosen: boolean }) {
  const { pending, fault, run } = useMutation<boolean>(texts.choices.failed);
  const choose = (on: boolean) =>
    void run(on, async (key) => {
      await send('PUT', address, key, { [kind]: on });
      changeResponse<NotificationChoices>(address, (all) => ({ ...all, [kind]: on }));
    });
  return (
    <>
      <label className={`stack align-start padding-y-8 ${styles['choice']}`}>
        <input
          className="tick-box"
          type="checkbox"
          checked={pending ?? chosen}
          onChange={(event) => choose(event.target.checked)}
        />
        <span>
          {texts.kinds[kind].name}
          <span className={`muted ${styles['about']}`}>{texts.kinds[kind].about}</span>
        </span>
      </label>
      {fault !== null && <Alert kind="error">{fault}</Alert>}
    </>
  );
}
