import type { PersonRow } from '@guildhall/domain/wire/schemas/members/members.js';
import { useEffect } from 'react';
import { useMutation } from '../../shared/hooks/use-mutation.js';
import { ignoredMembers, mutedMembers, type MemberList } from '../../shared/notifications/member-lists.js';
import { preferenceChanges } from '../../shared/state/own-changes.js';
import { showError, showToast } from '../../shared/toast.js';
import { Button } from '../button.js';
import { texts } from './member-list-texts.js';

interface ButtonProps {
  person: PersonRow;
}

/** Render only for logged-in members. */
export const IgnoreButton = ({ person }: ButtonProps) => (
  <ToggleButton person={person} list={ignoredMembers} words={texts.ignored} />
);

/** Render only for logged-in members. */
export const MuteButton = ({ person }: ButtonProps) => (
  <ToggleButton person={person} list={mutedMembers} words={texts.muted} />
);

interface ToggleProps extends ButtonProps {
  list: MemberList;
  words: (typeof texts)['ignored' | 'muted'];
}

function ToggleButton({ person, list, words }: ToggleProps) {
  const isIncluded = list.useIncludes(person.id);
  const isLoaded = list.useList(({ status }) => status === 'ready' || status === 'failed');
  const { busy, run } = useMutation(texts.failed, { onFailed: showError });
  useFollowedList(list);
  const toggle = () =>
    void run([person.id, !isIncluded], async (key) => {
      await list.set(person, !isIncluded, key);
      if (!isIncluded) showToast(words.added(person.username));
    });
  const name = isIncluded ? words.remove : words.add;
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

/** Loads the list, and reloads it when it may have changed on another page. */
export function useFollowedList(list: MemberList): void {
  useEffect(() => {
    void list.ensure();
    return preferenceChanges.add(() => void list.load());
  }, [list]);
}
