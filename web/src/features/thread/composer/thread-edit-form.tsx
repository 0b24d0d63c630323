import { limits } from '@guildhall/domain/limits.js';
import { pageRefusals } from '@guildhall/domain/page-refusals.js';
import type { ThreadRow } from '@guildhall/domain/wire/schemas/forum/threads.js';
import { useState } from 'react';
import { useTitledDraft } from '../../../shared/browser/draft.js';
import { useSession } from '../../../shared/state/session.js';
import { findPlace, useSections } from '../../../shared/state/sections.js';
import { TextField } from '../../../ui/field.js';
import { ReasonField, normalizeReason } from '../../../ui/form/reason-field.js';
import { PrefixSelect } from '../../../ui/fields/prefix-select.js';
import { Editor } from '../../../ui/editor/editor.js';
import { changeThread } from '../state/actions.js';
import { EditFrame } from './edit-frame.js';
import { texts } from '../moderation/texts.js';

export function ThreadEditForm({ thread, close }: { thread: ThreadRow; close: () => void }) {
  const userId = useSession((state) => state.user?.id);
  const draftKey = `${userId}.edit.${thread.id}`;
  const { draft, title, content, setTitle, setContent } = useTitledDraft(draftKey, thread.title, thread.content);
  const sections = useSections((state) => state.sections);
  const [prefixId, setPrefixId] = useState(thread.prefix?.id ?? null);
  const hasNewPrefix = prefixId !== (thread.prefix?.id ?? null);
  const [reason, setReason] = useState('');
  const words = { title: title.trim(), content: content.trim(), reason: normalizeReason(reason) };
  const change = { ...words, ...(hasNewPrefix && { prefix_id: prefixId }) };
  return (
    <EditFrame
      {...{ draft, draftKey, close }}
      version={thread.version}
      content={change}
      incomplete={change.title && change.content ? null : pageRefusals['title-and-content'][1]}
      save={(key, version) => changeThread(thread, change, key, version)}
      failureText={texts.threadNotEdited}
    >
      {(faultId) => (
        <>
          <TextField
            label={texts.title}
            value={title}
            maxLength={limits.title.max}
            onChange={(event) => setTitle(event.target.value)}
            autoFocus
            required
          />
          <PrefixSelect
            prefixes={findPlace(sections, thread)?.section.prefixes ?? []}
            selectedId={prefixId}
            choose={setPrefixId}
          />
          <Editor pictures label={texts.content} value={content} change={setContent} fault={faultId} required />
          {thread.user_id !== userId && <ReasonField value={reason} change={setReason} />}
        </>
      )}
    </EditFrame>
  );
}
