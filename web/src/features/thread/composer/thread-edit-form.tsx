import { limits } from '@guildhall/domain/limits.js';
import { pageRefusals } from '@guildhall/domain/page-refusals.js';
import type { ThreadRow } from '@guildhall/domain/wire/schemas/forum/threads.js';
import { useId, useState, type SyntheticEvent } from 'react';
import { useIdempotencyKey } from '../../../shared/api/idempotency-key.js';
import { useDraft } from '../../../shared/browser/draft.js';
import { useSession } from '../../../shared/state/session.js';
import { placeOf, useSections } from '../../../shared/state/sections.js';
import { TextField } from '../../../ui/field.js';
import { PrefixSelect } from '../../forum/prefix-select.js';
import { Editor } from '../../writing/editor.js';
import { changeThread } from '../state/actions.js';
import { EditFrame } from './edit-frame.js';
import { texts } from '../moderation/texts.js';
import { useSeenVersion } from './use-seen-version.js';

/** A thread's title and text, edited in their place. */
export function ThreadEditForm({ thread, close }: { thread: ThreadRow; close: () => void }) {
  const userId = useSession((state) => state.user?.id);
  const titleKey = `${userId}.edit.${thread.id}.title`;
  const contentKey = `${userId}.edit.${thread.id}.content`;
  const title = useDraft(titleKey, thread.title);
  const content = useDraft(contentKey, thread.content);
  const sections = useSections((state) => state.sections);
  const [prefixId, setPrefixId] = useState(thread.prefix?.id ?? null);
  const [fault, setFault] = useState<string | null>(null);
  const [saving, setSaving] = useState(false);
  const faultId = useId();
  const seen = useSeenVersion([titleKey, contentKey], thread.version);
  const keyFor = useIdempotencyKey();

  async function submit(event: SyntheticEvent) {
    event.preventDefault();
    const isMarked = prefixId !== (thread.prefix?.id ?? null);
    const written = { title: title.text.trim(), content: content.text.trim() };
    const change = { ...written, ...(isMarked && { prefix_id: prefixId }) };
    if (saving) return;
    if (!change.title || !change.content) return setFault(pageRefusals['title-and-content'][1]);
    setSaving(true);
    const words = seen.describe(await changeThread(thread, change, keyFor(change), seen.version));
    setSaving(false);
    setFault(words);
    if (words !== null) return;
    title.clear();
    content.clear();
    close();
  }

  return (
    <EditFrame {...{ saving, fault, faultId, close }} drafts={[title, content]} submit={(event) => void submit(event)}>
      <TextField
        label={texts.title}
        value={title.text}
        maxLength={limits.title.max}
        onChange={(event) => title.setText(event.target.value)}
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
        value={content.text}
        change={content.setText}
        fault={fault === null ? undefined : faultId}
        maxLength={limits.content.max}
        required
      />
    </EditFrame>
  );
}
