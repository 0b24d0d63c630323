import type { PostRow } from '@guildhall/domain/wire/rest.js';
import { useState, type SyntheticEvent } from 'react';
import { useActKey } from '../../shared/act-key.js';
import { TextArea } from '../../shared/ui/field.js';
import { editReply } from './acts.js';
import { EditFrame } from './edit-frame.js';
import { texts } from './texts.js';

/** A reply's text, open for change in its place. */
export function EditForm({ row, close }: { row: PostRow; close: () => void }) {
  const [content, setContent] = useState(row.content);
  const [fault, setFault] = useState<string | null>(null);
  const [saving, setSaving] = useState(false);
  const keyFor = useActKey();

  async function submit(event: SyntheticEvent) {
    event.preventDefault();
    if (saving) return;
    if (content.trim() === '') return setFault(texts.typeYourReply);
    setSaving(true);
    const words = await editReply(row.id, content.trim(), keyFor(content));
    setSaving(false);
    if (words === null) close();
    else setFault(words);
  }

  return (
    <EditFrame saving={saving} fault={fault} submit={(event) => void submit(event)} close={close}>
      <TextArea
        label={texts.content}
        labelHidden
        value={content}
        onChange={(event) => setContent(event.target.value)}
        autoFocus
        required
      />
    </EditFrame>
  );
}
