import type { ThreadOptions } from '@guildhall/domain/wire/schemas/forum/threads.js';
import type { WriteResponse } from '@guildhall/domain/wire/schemas/write.js';
import { useState } from 'react';
import { send } from '../../shared/api/api.js';
import { useOwnTitledDraft } from '../../shared/browser/draft.js';
import { useIsMounted } from '../../shared/hooks/use-is-mounted.js';
import { useMutation } from '../../shared/hooks/use-mutation.js';
import { linkToPlace } from '../../shared/paths.js';
import { navigate } from '../../shared/router.js';
import {
  disallowsDirectThreads,
  toPlaceIds,
  getPlaceRow,
  findPlace,
  useSections,
  type Place,
} from '../../shared/state/sections.js';
import { showToast } from '../../shared/toast.js';
import { texts } from './texts.js';

const redirectDelayMs = 900;
const noOptions: ThreadOptions = { locked: false, sticky: false };

export function useNewThread(place: Place | null, userId: number | null) {
  const text = useOwnTitledDraft(userId, `new.${place ? getPlaceRow(place).id : 'anywhere'}`);
  const { draft } = text;
  const isMounted = useIsMounted();
  const [selectedPlace, setSelectedPlace] = useState(place);
  const sections = useSections((state) => state.sections);
  const target = selectedPlace && findPlace(sections, toPlaceIds(selectedPlace));
  const isGone = selectedPlace !== null && target === null;
  const [options, setOptions] = useState(noOptions);
  const [isCreated, setIsCreated] = useState(false);
  const { busy, fault, run, setFault } = useMutation(texts.createFailed);
  const isTargetClosed = target !== null && disallowsDirectThreads(target);

  function setTarget(next: Place): void {
    if (next.section.id !== selectedPlace?.section.id) setOptions(noOptions);
    setSelectedPlace(next);
  }

  async function submit() {
    if (busy || isCreated || isGone || isTargetClosed) return;
    const fields = { title: text.title.trim(), content: text.content.trim(), ...options };
    if (userId === null) return setFault(texts.mustBeLoggedIn);
    if (!fields.title || !fields.content) return setFault(texts.titleAndContent);
    if (!target) return setFault(texts.selectSectionFirst);
    const thread = { ...toPlaceIds(target), user_id: userId, ...fields };
    let createdThread: number | undefined;
    const create = async () => {
      const { body } = await send<WriteResponse>('POST', '/forums/threads', draft.keyFor(thread), thread);
      createdThread = body.id;
    };
    if (!(await run(thread, create))) return;
    draft.done(draft.text);
    setIsCreated(true);
    setTimeout(() => {
      if (!isMounted()) return;
      // The toast outlives this page, and screen readers announce it on the next one.
      showToast(texts.created);
      // Otherwise, Back would open the form again, empty.
      navigate(linkToPlace(target), { replace: true, state: { createdThread } });
    }, redirectDelayMs);
  }

  return {
    text,
    target,
    isGone,
    setTarget,
    options,
    setOptions,
    submit,
    busy,
    isCreated,
    fault: fault ?? (isTargetClosed ? texts.notDirect : null),
    clearFault: () => fault !== null && setFault(null),
  };
}
