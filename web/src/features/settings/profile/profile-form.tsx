import { limits } from '@guildhall/domain/limits.js';
import type { OwnProfile } from '@guildhall/domain/wire/schemas/members/profiles.js';
import { useState, type SyntheticEvent } from 'react';
import { ApiError, messageOf } from '../../../shared/api/api.js';
import { useIdempotencyKey } from '../../../shared/api/idempotency-key.js';
import { Alert } from '../../../ui/alert.js';
import { Button } from '../../../ui/button.js';
import { TextArea, TextField } from '../../../ui/field.js';
import { SwitchField } from '../../../ui/fields/switch-field.js';
import { saveProfile } from '../shared/api.js';
import { texts } from '../shared/texts.js';
import { LinkFields } from './link-fields.js';

type Outcome = { kind: 'success'; words: string } | { kind: 'error'; words: string; field: string | null };

const words = texts.profile;

/** All of it is saved at once. A refused field is marked, and gets the keyboard. */
export function ProfileForm({ initial }: { initial: OwnProfile }) {
  const [profile, setProfile] = useState(initial);
  const [busy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const keyOf = useIdempotencyKey();
  const change = (fields: Partial<OwnProfile>) => setProfile({ ...profile, ...fields });
  const refused = outcome?.kind === 'error' ? outcome.field : null;

  async function save(event: SyntheticEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    if (busy) return;
    setBusy(true);
    try {
      await saveProfile(profile, keyOf(profile));
      keyOf.done();
      setOutcome({ kind: 'success', words: words.saved });
    } catch (error) {
      const field = (error instanceof ApiError && error.field) || null;
      setOutcome({ kind: 'error', words: messageOf(error, words.failed), field });
      const input = field === null ? null : form.elements.namedItem(field);
      if (input instanceof HTMLElement) input.focus();
    } finally {
      setBusy(false);
    }
  }

  return (
    <form className="stack-wide" noValidate onSubmit={(event) => void save(event)}>
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
      {outcome && <Alert kind={outcome.kind}>{outcome.words}</Alert>}
    </form>
  );
}
