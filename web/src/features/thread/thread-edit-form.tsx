import { limits } from '@guildhall/domain/limits.js';
import type { ThreadRow } from '@guildhall/domain/wire/rest.js';
import { useState, type SyntheticEvent } from 'react';
import { useActKey } from '../../shared/act-key.js';
import { TextArea, TextField } from '../../shared/ui/field.js';
import { changeThread } from './acts.js';
import { EditFrame } from './edit-frame.js';
import { refusals } from '@guildhall/domain/refusals.js';
import { texts } from './texts.js';

/** A thread's title and text, open for change in their place. */
export function ThreadEditForm({ thread, close }: { thread: ThreadRow; close: () => void }) {
  const [fields, setFields] = useState({ title: thread.title, content: thread.content });
  const [fault, setFault] = useState<string | null>(null);
  const [saving, setSaving] = useState(false);
  const keyFor = useActKey();

  async function submit(event: SyntheticEvent) {
    event.preventDefault();
    const change = { title: fields.title.trim(), content: fields.content.trim() };
    if (saving) return;
    if (!change.title || !change.content) return setFault(refusals['title-and-content'][1]);
    setSaving(true);
    const words = await changeThread(thread, change, keyFor(change));
    setSaving(false);
    if (words === null) close();
    else setFault(words);
  }

  return (
    <EditFrame saving={saving} fault={fault} submit={(event) => void submit(event)} close={close}>
      <TextField
        label={texts.title}
        value={fields.title}
        maxLength={limits.title.max}
        onChange={(event) => setFields({ ...fields, title: event.target.value })}
        autoFocus
        required
      />
      <TextArea
        label={texts.content}
        value={fields.content}
        onChange={(event) => setFields({ ...fields, content: event.target.value })}
        required
      />
    </EditFrame>
  );
}
