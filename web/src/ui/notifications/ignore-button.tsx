import type { PersonRow } from '@guildhall/domain/wire/schemas/members/members.js';
import { useEffect, useState } from 'react';
import { useIdempotencyKey } from '../../shared/api/idempotency-key.js';
import { messageOf } from '../../shared/api/api.js';
import { showError, showToast } from '../../shared/toast.js';
import { Button } from '../button.js';
import { isIgnored, ensureIgnored, setIgnored, useIgnored } from '../../shared/notifications/ignored.js';
import { texts } from './texts.js';

/** Ignores a member, or stops ignoring them; for members who are logged in. */
export function IgnoreButton({ person }: { person: PersonRow }) {
  const ignored = useIgnored((state) => isIgnored(state, person.id));
  const known = useIgnored(({ status }) => status === 'ready' || status === 'failed');
  const [busy, setBusy] = useState(false);
  const keyFor = useIdempotencyKey();
  useEffect(() => void ensureIgnored(), []);
  async function toggle() {
    if (busy || !known) return;
    setBusy(true);
    try {
      await setIgnored(person, !ignored, keyFor([person.id, !ignored]));
      keyFor.done();
      if (!ignored) showToast(texts.ignore.ignoring(person.username));
    } catch (error) {
      showError(messageOf(error, texts.ignore.failed));
    }
    setBusy(false);
  }
  const name = ignored ? texts.ignore.unignore : texts.ignore.ignore;
  return (
    <Button
      kind="quiet"
      aria-disabled={busy || !known}
      aria-label={`${name}: ${person.username}`}
      onClick={() => void toggle()}
    >
      {name}
    </Button>
  );
}
