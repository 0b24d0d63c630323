import { choiceKinds, emailFrequencies, type ChoiceKind } from '@guildhall/domain/wire/kinds.js';
import type { PersonRow } from '@guildhall/domain/wire/schemas/members/members.js';
import type {
  NotificationSettings,
  NotificationSettingsChange,
} from '@guildhall/domain/wire/schemas/members/notifications.js';
import { useEffect, useId, type ReactNode } from 'react';
import { changeResponse, useResponse } from '../../queries/use-response.js';
import { createId } from '../../shared/create-id.js';
import { getBrowserTimeZone } from '../../shared/browser/time-zone.js';
import { send } from '../../shared/api/api.js';
import { useMutation } from '../../shared/hooks/use-mutation.js';
import { ignoredMembers, mutedMembers, type MemberList } from '../../shared/notifications/member-lists.js';
import { Alert, LoadError } from '../../ui/alert.js';
import { CheckboxField } from '../../ui/fields/checkbox-field.js';
import { SelectField } from '../../ui/fields/select-field.js';
import { MemberName } from '../../ui/member.js';
import { EmailPauseAlert } from '../../ui/notifications/email-pause/email-pause-alert.js';
import { IgnoreButton, MuteButton, useFollowedList } from '../../ui/notifications/member-list-buttons.js';
import { texts as listTexts } from '../../ui/notifications/member-list-texts.js';
import { Skeleton } from '../../ui/skeleton.js';
import { DevicesPart } from './devices/devices-part.js';
import styles from './settings.module.css';
import { texts } from './texts.js';

const address = '/notifications/settings';
const frequencies = emailFrequencies.map((value) => ({ value, name: texts.notifications.frequencies[value] }));

export function NotificationsPart() {
  return (
    <>
      <EmailPauseAlert />
      <NotificationChoicesPart />
      <div className="margin-top-32">
        <DevicesPart />
      </div>
      <OtherMembers
        list={ignoredMembers}
        words={listTexts.ignored}
        button={(person) => <IgnoreButton person={person} />}
      />
      <OtherMembers list={mutedMembers} words={listTexts.muted} button={(person) => <MuteButton person={person} />} />
    </>
  );
}

function NotificationChoicesPart() {
  const hintId = useId();
  const { body: settings, fault, reload } = useResponse<NotificationSettings>(address);
  if (settings === null) {
    return fault === null ? <Skeleton width="100%" height={800} /> : <LoadError retry={() => void reload()} />;
  }
  return (
    <>
      <fieldset className={`grid gap-16 ${styles['kinds']}`} aria-describedby={hintId}>
        <legend>{texts.notifications.title}</legend>
        <p id={hintId} className="muted">
          {texts.notifications.about}
        </p>
        {choiceKinds.map((kind) => (
          <Choice key={kind} kind={kind} settings={settings} />
        ))}
      </fieldset>
      <AutoWatch chosen={settings.auto_watch} />
      <TimeZone chosenZone={settings.time_zone} />
    </>
  );
}

async function save(key: string, part: NotificationSettingsChange) {
  await send('PUT', address, key, part);
  changeResponse<NotificationSettings>(address, ({ page, email, push, push_text, auto_watch, time_zone }) => ({
    page: { ...page, ...part.page },
    email: { ...email, ...part.email },
    push: { ...push, ...part.push },
    push_text: part.push_text ?? push_text,
    auto_watch: part.auto_watch ?? auto_watch,
    time_zone: part.time_zone ?? time_zone,
  }));
}

function useSettingsChange() {
  const { pending, fault, run } = useMutation<NotificationSettingsChange>(texts.notifications.failed);
  const change = (part: NotificationSettingsChange) => void run(part, (key) => save(key, part));
  return { pending, fault, change };
}

function Choice({ kind, settings: { page, email, push } }: { kind: ChoiceKind; settings: NotificationSettings }) {
  const { pending, fault, change } = useSettingsChange();
  const { name, about } = texts.notifications.kinds[kind];
  return (
    <div role="group" aria-label={name} className={`grid gap-8-16 align-start ${styles['kind']}`}>
      <CheckboxField
        label={name}
        hint={about}
        checked={pending?.page?.[kind] ?? page[kind]}
        change={(isOn) => change({ page: { [kind]: isOn } })}
      />
      <SelectField
        label={texts.notifications.emailAbout(name)}
        labelHidden
        value={pending?.email?.[kind] ?? email[kind]}
        choose={(frequency) => change({ email: { [kind]: frequency } })}
        options={frequencies}
      />
      <CheckboxField
        label={texts.notifications.push}
        checked={pending?.push?.[kind] ?? push[kind]}
        change={(isOn) => change({ push: { [kind]: isOn } })}
      />
      {fault !== null && <Alert kind="error">{fault}</Alert>}
    </div>
  );
}

function AutoWatch({ chosen }: { chosen: boolean }) {
  const { pending, fault, change } = useSettingsChange();
  return (
    <div className="margin-top-32">
      <CheckboxField
        label={texts.notifications.autoWatch}
        hint={texts.notifications.autoWatchHint}
        checked={pending?.auto_watch ?? chosen}
        change={(isOn) => change({ auto_watch: isOn })}
      />
      {fault !== null && <Alert kind="error">{fault}</Alert>}
    </div>
  );
}

/** Saves the browser's time zone on the first visit. */
function TimeZone({ chosenZone }: { chosenZone: string | null }) {
  const { pending, fault, change } = useSettingsChange();
  useEffect(() => {
    // If this fails, the next visit retries.
    if (chosenZone === null) save(createId(), { time_zone: getBrowserTimeZone() }).catch(() => undefined);
  }, [chosenZone]);
  const value = pending?.time_zone ?? chosenZone ?? getBrowserTimeZone();
  const names = [...new Set([value, ...Intl.supportedValuesOf('timeZone')])].sort();
  return (
    <div className="margin-top-32">
      <SelectField
        label={texts.notifications.timeZone}
        hint={texts.notifications.timeZoneHint}
        value={value}
        choose={(time_zone) => change({ time_zone })}
        options={names.map((name) => ({ value: name, name }))}
      />
      {fault !== null && <Alert kind="error">{fault}</Alert>}
    </div>
  );
}

interface OtherMembersProps {
  list: MemberList;
  words: (typeof listTexts)['ignored' | 'muted'];
  button: (person: PersonRow) => ReactNode;
}

function OtherMembers({ list, words, button }: OtherMembersProps) {
  const { status, people } = list.useList();
  const titleId = useId();
  useFollowedList(list);
  return (
    <section aria-labelledby={titleId} className="margin-top-32">
      <h2 id={titleId}>{words.list}</h2>
      <p className="muted">{words.about}</p>
      {status === 'failed' && <LoadError retry={() => void list.load()} />}
      {(status === 'idle' || status === 'loading') && <Skeleton width="100%" height={44} />}
      {status === 'ready' && people.length === 0 && <p>{words.none}</p>}
      <ul role="list">
        {people.map((person) => (
          <li key={person.id} className="line gap-12 spread border-bottom">
            <MemberName name={person.username} />
            {button(person)}
          </li>
        ))}
      </ul>
    </section>
  );
}
