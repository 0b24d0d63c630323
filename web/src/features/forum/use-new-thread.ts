import type { ThreadOptions } from '@guildhall/domain/wire/schemas/forum/threads.js';
import { useState } from 'react';
import { messageOf } from '../../shared/api/api.js';
import { useOwnTitledDraft } from '../../shared/browser/draft.js';
import { useIsMounted } from '../../shared/hooks/use-is-mounted.js';
import { linkToPlace } from '../../shared/paths.js';
import { navigate } from '../../shared/router.js';
import { disallowsDirectThreads, nearest, placeOf, useSections, type Place } from '../../shared/state/sections.js';
import { showToast } from '../../shared/toast.js';
import { createThread } from './api.js';
import { texts } from './texts.js';

const redirectDelayMs = 900;

type Progress = { step: 'writing' | 'sending' | 'done' } | { step: 'failed'; message: string };

/**
 * The draft of a new thread, its place and the state of its submission. `place` is null if the member chooses among all
 * places.
 */
export function useNewThread(place: Place | null, userId: number | null) {
  const text = useOwnTitledDraft(userId, `new.${place ? nearest(place).id : 'anywhere'}`);
  const { draft } = text;
  const isMounted = useIsMounted();
  const [chosen, setChosen] = useState(place);
  const sections = useSections((state) => state.sections);
  const target = chosen && placeOf(sections, idsOf(chosen));
  const isGone = chosen !== null && target === null;
  const [options, setOptions] = useState<ThreadOptions>({ locked: false, sticky: false });
  const [progress, setProgress] = useState<Progress>(
    place && disallowsDirectThreads(place) ? { step: 'failed', message: texts.notDirect } : { step: 'writing' },
  );
  const busy = progress.step === 'sending' || progress.step === 'done';

  function setTarget(next: Place): void {
    // Another section has other prefixes and other permissions.
    if (next.section.id !== chosen?.section.id) setOptions({ locked: false, sticky: false });
    setChosen(next);
  }

  async function submit() {
    if (busy || isGone) return;
    const written = { title: text.title.trim(), content: text.content.trim(), ...options };
    if (userId === null) return setProgress({ step: 'failed', message: texts.mustBeLoggedIn });
    if (!written.title || !written.content) return setProgress({ step: 'failed', message: texts.titleAndContent });
    if (!target) return setProgress({ step: 'failed', message: texts.selectSectionFirst });
    if (disallowsDirectThreads(target)) return setProgress({ step: 'failed', message: texts.notDirect });
    setProgress({ step: 'sending' });
    const { section_id: sectionId, subsection_id: subsectionId } = idsOf(target);
    const thread = { sectionId, subsectionId, userId, ...written };
    let createdThread: number | undefined;
    try {
      createdThread = await createThread(thread, draft.keyFor(thread));
    } catch (error) {
      return setProgress({ step: 'failed', message: failureMessage(error) });
    }
    draft.done(draft.text);
    setProgress({ step: 'done' });
    setTimeout(() => {
      if (!isMounted()) return;
      // The toast outlives this page, so screen readers announce it on the next one.
      showToast(texts.created);
      navigate(linkToPlace(target), { state: { createdThread } });
    }, redirectDelayMs);
  }

  /** Editing the text clears the message about the last attempt. */
  const writeOn = () => progress.step === 'failed' && setProgress({ step: 'writing' });

  return { text, target, isGone, setTarget, options, setOptions, progress, busy, submit, writeOn };
}

const idsOf = ({ section, subsection }: Place) => ({ section_id: section.id, subsection_id: subsection?.id ?? null });

/** By the specification, a response containing 'not allowed' means that the section accepts no threads of its own. */
function failureMessage(error: unknown): string {
  const message = messageOf(error, texts.createFailed);
  return message.includes('not allowed') ? texts.notAllowed : message;
}
