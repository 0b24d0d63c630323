import { choiceKinds, type ChoiceKind } from '@guildhall/domain/wire/kinds.js';
import type { NotificationSettings } from '@guildhall/domain/wire/schemas/members/notifications.js';
import { useEffect } from 'react';
import { changeResponse, useResponse } from '../../queries/use-response.js';
import { send } from '../../shared/api/api.js';
import { useMutation } from '../../shared/hooks/use-mutation.js';
import { ensureIgnored, useIgnored } from '../../shared/notifications/ignored.js';
import { Alert, LoadError } from '../../ui/alert.js';
import { CheckboxField } from '../../ui/fields/checkbox-field.js';
import { MemberName } from '../../ui/member.js';
import { IgnoreButton } from '../../ui/notifications/ignore-button.js';
import { texts as ignoreTexts } from '../../ui/notifications/texts.js';
import { Skeleton } from '../../ui/skeleton.js';
import styles from './settings.module.css';
import { texts } from './texts.js';

const address = '/notifications/settings';
const { ignore } = ignoreTexts;

export function NotificationsPart() {
  return (
    <>
      <NotificationChoicesPart />
      <IgnoredList />
    </>
  );
}

function NotificationChoicesPart() {
  const { body: settings, fault, reload } = useResponse<NotificationSettings>(address);
  if (settings === null) {
    return fault === null ? <Skeleton width="100%" height={440} /> : <LoadError retry={() => void reload()} />;
  }
  return (
    <fieldset className={`grid gap-4 ${styles['kinds']}`}>
      <legend>{texts.notifications.title}</legend>
      {choiceKinds.map((kind) => (
        <Choice key={kind} kind={kind} isChosen={settings.page[kind]} />
      ))}
    </fieldset>
  );
}

function Choice({ kind, isChosen }: { kind: ChoiceKind; isChosen: boolean }) {
  const { pending, fault, run } = useMutation<boolean>(texts.notifications.failed);
  const { name, about } = texts.notifications.kinds[kind];
  const choose = (on: boolean) =>
    void run(on, async (key) => {
      await send('PUT', address, key, { page: { [kind]: on } });
      changeResponse<NotificationSettings>(address, ({ page, ...rest }) => ({
        ...rest,
        page: { ...page, [kind]: on },
      }));
    });
  return (
    <>
      <CheckboxField label={name} hint={about} checked={pending ?? isChosen} change={choose} />
      {fault !== null && <Alert kind="error">{fault}</Alert>}
    </>
  );
}

function IgnoredList() {
  const { status, people } = useIgnored();
  useEffect(() => void ensureIgnored(), []);
  return (
    <section aria-labelledby="ignored" className="margin-top-32">
      <h2 id="ignored">{ignore.list}</h2>
      {status === 'failed' && <LoadError retry={() => void ensureIgnored()} />}
      {(status === 'idle' || status === 'loading') && <Skeleton width="100%" height={44} />}
      {status === 'ready' && people.length === 0 && <p>{ignore.nobody}</p>}
      <ul role="list">
        {people.map((person) => (
          <li key={person.id} className="line gap-12 spread border-bottom">
            <MemberName name={person.username} />
            <IgnoreButton person={person} />
          </li>
        ))}
      </ul>
    </section>
  );
}
