import { limits } from '@guildhall/domain/limits.js';
import { pageRefusals } from '@guildhall/domain/page-refusals.js';
import type { ThreadRow } from '@guildhall/domain/wire/schemas/forum/threads.js';
import { useId, useState, type SyntheticEvent } from 'react';
import { useMutation } from '../../../shared/hooks/use-mutation.js';
import { useTitledDraft } from '../../../shared/browser/draft.js';
import { useSession } from '../../../shared/state/session.js';
import { placeOf, useSections } from '../../../shared/state/sections.js';
import { TextField } from '../../../ui/field.js';
import { PrefixSelect } from '../../../ui/fields/prefix-select.js';
import { Editor } from '../../../ui/editor/editor.js';
import { changeThread } from '../state/actions.js';
import { EditFrame } from './edit-frame.js';
import { texts } from '../moderation/texts.js';
import { useSeenVersion } from './use-seen-version.js';

export function ThreadEditForm({ thread, close }: { thread: ThreadRow; close: () => void }) {
  const userId = useSession((state) => state.user?.id);
  const draftKey = `${userId}.edit.${thread.id}`;
  const { draft, title, content, setTitle, setContent } = useTitledDraft(draftKey, thread.title, thread.content);
  const sections = useSections((state) => state.sections);
  const [prefixId, setPrefixId] = useState(thread.prefix?.id ?? null);
  const { busy: saving, fault: refusal, run, setFault } = useMutation(texts.threadNotEdited);
  const faultId = useId();
  const seen = useSeenVersion(draftKey, thread.version, refusal);
  const fault = seen.fault;

  async function submit(event: SyntheticEvent) {
    event.preventDefault();
    const isMarked = prefixId !== (thread.prefix?.id ?? null);
    const written = { title: title.trim(), content: content.trim() };
    const change = { ...written, ...(isMarked && { prefix_id: prefixId }) };
    if (!change.title || !change.content) return setFault(pageRefusals['title-and-content'][1]);
    if (!(await run(change, () => changeThread(thread, change, draft.keyFor(change), seen.version)))) return;
    draft.done(draft.text);
    close();
  }

  return (
    <EditFrame {...{ saving, fault, faultId, close }} draft={draft} submit={(event) => void submit(event)}>
      <TextField
        label={texts.title}
        value={title}
        maxLength={limits.title.max}
        onChange={(event) => setTitle(event.target.value)}
        autoFocus
        required
      />
      <PrefixSelect
        prefixes={placeOf(sections, thread)?.section.prefixes ?? []}
        chosen={prefixId}
        choose={setPrefixId}
      />
      <Editor
        label={texts.content}
        value={content}
        change={setContent}
        fault={fault === null ? undefined : faultId}
        maxLength={limits.content.max}
        required
      />
    </EditFrame>
  );
}
