import { limits } from '@guildhall/domain/limits.js';
import type { Me } from '@guildhall/domain/wire/schemas/members/accounts.js';
import type { OwnProfile } from '@guildhall/domain/wire/schemas/members/profiles.js';
import { useEffect, useRef, useState, type SyntheticEvent } from 'react';
import { useResponse } from '../../queries/use-response.js';
import { send } from '../../shared/api/api.js';
import { useMutation } from '../../shared/hooks/use-mutation.js';
import { Alert } from '../../ui/alert.js';
import { AvatarPicker } from '../../ui/avatar/avatar-picker.js';
import { Button } from '../../ui/button.js';
import { TextArea, TextField } from '../../ui/field.js';
import { SwitchField } from '../../ui/fields/switch-field.js';
import { AsyncContent } from '../../ui/loading/async-content.js';
import { LinkFields } from './link-fields.js';
import { Setting } from './setting.js';
import { texts } from './texts.js';

const address = '/account/profile';

export function ProfilePart({ user }: { user: Me }) {
  const response = useResponse<OwnProfile>(address);
  return (
    <>
      <Setting title={texts.picture}>
        <AvatarPicker user={user} />
      </Setting>
      <Setting title={texts.parts.profile} lead={texts.profileLead}>
        <AsyncContent answer={response} height={420}>
          {(profile) => <ProfileForm initial={profile} />}
        </AsyncContent>
      </Setting>
    </>
  );
}

function ProfileForm({ initial }: { initial: OwnProfile }) {
  const [profile, setProfile] = useState(initial);
  const [isSaved, setSaved] = useState(false);
  const { busy, fault, field: refusedField, run } = useMutation(texts.profile.failed);
  const form = useRef<HTMLFormElement>(null);
  const change = (fields: Partial<OwnProfile>) => setProfile({ ...profile, ...fields });
  useEffect(() => {
    const field = refusedField === null ? null : form.current?.elements.namedItem(refusedField);
    if (field instanceof HTMLElement) field.focus();
  }, [refusedField]);

  async function save(event: SyntheticEvent) {
    event.preventDefault();
    setSaved(await run(profile, (key) => send('PUT', address, key, { ...profile })));
  }

  return (
    <form ref={form} className="stack gap-16" noValidate onSubmit={(event) => void save(event)}>
      <TextField
        label={texts.profile.title}
        hint={texts.profile.titleHint}
        name="title"
        value={profile.title ?? ''}
        maxLength={limits.memberTitle.max}
        autoComplete="off"
        aria-invalid={refusedField === 'title' || undefined}
        onChange={(event) => change({ title: event.target.value })}
      />
      <TextArea
        label={texts.profile.bio}
        hint={texts.profile.bioHint}
        name="bio"
        rows={4}
        value={profile.bio ?? ''}
        aria-invalid={refusedField === 'bio' || undefined}
        onChange={(event) => change({ bio: event.target.value })}
      />
      <LinkFields links={profile.links} refusedField={refusedField} change={(links) => change({ links })} />
      <SwitchField
        label={texts.profile.online}
        hint={texts.profile.onlineHint}
        checked={!profile.hide_last_seen}
        change={(isVisible) => change({ hide_last_seen: !isVisible })}
      />
      <div>
        <Button kind="primary" type="submit" aria-disabled={busy}>
          {busy ? texts.saving : texts.profile.save}
        </Button>
      </div>
      {isSaved && <Alert kind="success">{texts.profile.saved}</Alert>}
      {fault !== null && <Alert kind="error">{fault}</Alert>}
    </form>
  );
}
