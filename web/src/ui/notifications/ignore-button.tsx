import type { PersonRow } from '@guildhall/domain/wire/schemas/members/members.js';
import { useEffect } from 'react';
import { useMutation } from '../../shared/hooks/use-mutation.js';
import { showError, showToast } from '../../shared/toast.js';
import { Button } from '../button.js';
import { isIgnored, ensureIgnored, setIgnored, useIgnored } from '../../shared/notifications/ignored.js';
import { texts } from './texts.js';

/** Render only for logged-in members. */
export function IgnoreButton({ person }: { person: PersonRow }) {
  const ignored = useIgnored((state) => isIgnored(state, person.id));
  const isLoaded = useIgnored(({ status }) => status === 'ready' || status === 'failed');
  const { busy, run } = useMutation(texts.ignore.failed, { failed: showError });
  useEffect(() => void ensureIgnored(), []);
  const toggle = () =>
    void run([person.id, !ignored], async (key) => {
      await setIgnored(person, !ignored, key);
      if (!ignored) showToast(texts.ignore.ignoring(person.username));
    });
  const name = ignored ? texts.ignore.unignore : texts.ignore.ignore;
  return (
    <Button
      kind="quiet"
      aria-disabled={busy || !isLoaded}
      aria-label={`${name}: ${person.username}`}
      onClick={() => isLoaded && toggle()}
    >
      {name}
    </Button>
  );
}
