import { limits } from '@guildhall/domain/limits.js';
import type { OwnProfile } from '@guildhall/domain/wire/schemas/members/profiles.js';
import { useEffect, useRef, useState, type SyntheticEvent } from 'react';
import { useMutation } from '../../../shared/hooks/use-mutation.js';
import { Alert } from '../../../ui/alert.js';
import { Button } from '../../../ui/button.js';
import { TextArea, TextField } from '../../../ui/field.js';
import { SwitchField } from '../../../ui/fields/switch-field.js';
import { saveProfile } from '../shared/api.js';
import { texts } from '../shared/texts.js';
import { LinkFields } from './link-fields.js';

const words = texts.profile;

/** All of it is saved at once. A refused field is marked, and gets the keyboard. */
export function ProfileForm({ initial }: { initial: OwnProfile }) {
  const [profile, setProfile] = useState(initial);
  const [saved, setSaved] = useState(false);
  const { busy, fault, field: refused, run } = useMutation(words.failed);
  const form = useRef<HTMLFormElement>(null);
  const change = (fields: Partial<OwnProfile>) => setProfile({ ...profile, ...fields });
  useEffect(() => {
    const field = refused === null ? null : form.current?.elements.namedItem(refused);
    if (field instanceof HTMLElement) field.focus();
  }, [refused]);

  async function save(event: SyntheticEvent) {
    event.preventDefault();
    setSaved(await run(profile, (key) => saveProfile(profile, key)));
  }

  return (
    <form ref={form} className="stack-wide" noValidate onSubmit={(event) => void save(event)}>
      <TextField
        label={words.title}
        hint={words.titleHint}
        name="title"
        value={profile.title ?? ''}
        maxLength={limits.memberTitle.max}
        autoComplete="off"
        aria-invalid={refused === 'title' || undefined}
        onChange={(event) => change({ title: event.target.value })}
      />
      <TextArea
        label={words.bio}
        hint={words.bioHint}
        name="bio"
        rows={4}
        value={profile.bio ?? ''}
        maxLength={limits.bio.max}
        aria-invalid={refused === 'bio' || undefined}
        onChange={(event) => change({ bio: event.target.value })}
      />
      <LinkFields links={profile.links} refused={refused} change={(links) => change({ links })} />
      <SwitchField
        label={words.hide}
        hint={words.hideHint}
        checked={profile.hide_last_seen}
        change={(hide_last_seen) => change({ hide_last_seen })}
      />
      <div>
        <Button kind="primary" type="submit" aria-disabled={busy}>
          {busy ? texts.saving : words.save}
        </Button>
      </div>
      {saved && <Alert kind="success">{words.saved}</Alert>}
      {fault !== null && <Alert kind="error">{fault}</Alert>}
    </form>
  );
}
