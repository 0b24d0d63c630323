import { can, type Actor } from '@guildhall/domain/permissions.js';
import type { ThreadOptions } from '@guildhall/domain/wire/schemas/forum/threads.js';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useIdempotencyKey } from '../../shared/api/idempotency-key.js';
import { messageOf } from '../../shared/api/api.js';
import { useOwnDraft } from '../../shared/browser/draft.js';
import { useIsMounted } from '../../shared/hooks/use-is-mounted.js';
import { linkToPlace } from '../../shared/paths.js';
import { nearest, disallowsDirectThreads, type Place } from '../../shared/state/sections.js';
import { createThread } from './api.js';
import { texts } from './texts.js';

const redirectDelayMs = 900;

type Progress = { step: 'writing' | 'sending' | 'done' } | { step: 'failed'; words: string };

/** Where the actor may start a thread at or below a place: the place itself first. */
export function placesToPost(place: Place, actor: Actor): Place[] {
  const below = place.subsection ? [] : place.section.subcategories.map((subsection) => ({ ...place, subsection }));
  return [place, ...below].filter(
    (one) => !disallowsDirectThreads(one) && can(actor, 'create-thread', { flags: nearest(one).can }),
  );
}

/** The text of a new thread, kept as a draft, its place, and the state of its sending. */
export function useNewThread(place: Place, userId: number | null) {
  const navigate = useNavigate();
  const title = useOwnDraft(userId, `new.${nearest(place).id}.title`);
  const content = useOwnDraft(userId, `new.${nearest(place).id}.content`);
  const isMounted = useIsMounted();
  const [target, setTarget] = useState(place);
  const [options, setOptions] = useState<ThreadOptions>({ locked: false, sticky: false });
  const [progress, setProgress] = useState<Progress>(
    disallowsDirectThreads(place) ? { step: 'failed', words: texts.notDirect } : { step: 'writing' },
  );
  const keyFor = useIdempotencyKey();
  const busy = progress.step === 'sending' || progress.step === 'done';

  async function submit() {
    if (busy) return;
    const written = { title: title.text.trim(), content: content.text.trim(), ...options };
    if (userId === null) return setProgress({ step: 'failed', words: texts.mustBeLoggedIn });
    if (!written.title || !written.content) return setProgress({ step: 'failed', words: texts.titleAndContent });
    if (disallowsDirectThreads(target)) return setProgress({ step: 'failed', words: texts.notDirect });
    setProgress({ step: 'sending' });
    const ids = { sectionId: target.section.id, subsectionId: target.subsection?.id ?? null };
    const thread = { ...ids, userId, ...written };
    try {
      await createThread(thread, keyFor(thread));
    } catch (error) {
      return setProgress({ step: 'failed', words: failureWords(error) });
    }
    keyFor.done();
    title.clear();
    content.clear();
    setProgress({ step: 'done' });
    setTimeout(() => isMounted() && void navigate(linkToPlace(target)), redirectDelayMs);
  }

  /** The message about the last attempt is cleared as soon as the text changes. */
  const writeOn = () => progress.step === 'failed' && setProgress({ step: 'writing' });

  return { title, content, target, setTarget, options, setOptions, progress, busy, submit, writeOn };
}

/** A response containing 'not allowed' means that the section takes no threads of its own; so the specification. */
function failureWords(error: unknown): string {
  const words = messageOf(error, texts.createFailed);
  return words.includes('not allowed') ? texts.notAllowed : words;
}
