import { limits } from '@guildhall/domain/limits.js';
import type { Bookmark, BookmarkTarget } from '@guildhall/domain/wire/schemas/members/notifications.js';
import { useState, type RefObject } from 'react';
import { formatDateAndTime } from '../../shared/dates.js';
import { useMutation } from '../../shared/hooks/use-mutation.js';
import { showToast } from '../../shared/toast.js';
import { Button } from '../button.js';
import { Dialog } from '../dialog/dialog.js';
import { TextField } from '../field.js';
import { DateField } from '../fields/date-field.js';
import { SelectField, type Option } from '../fields/select-field.js';
import { MutationForm } from '../form/mutation-form.js';
import { toIso, formatLocal, toLocalInput } from '../time/local-time.js';
import { removeBookmark, saveBookmark } from './bookmark-calls.js';
import { texts } from './texts.js';

type Reminder = 'none' | 'tomorrow' | 'week' | 'date';

const morningHour = 9;

interface BookmarkDialogProps {
  target: BookmarkTarget;
  bookmark: Bookmark | null;
  close: () => void;
  back?: RefObject<HTMLElement | null>;
}

export function BookmarkDialog({ target, bookmark, close, back }: BookmarkDialogProps) {
  const title = bookmark ? texts.edit : texts.add;
  return (
    <Dialog {...{ title, close, back }} body={texts.body} open>
      <BookmarkForm {...{ target, bookmark, close }} />
    </Dialog>
  );
}

function BookmarkForm({ target, bookmark, close }: Omit<BookmarkDialogProps, 'back'>) {
  const set = bookmark?.remind_at ?? null;
  const [note, setNote] = useState(bookmark?.note ?? '');
  const [reminder, setReminder] = useState<Reminder>(isFuture(set) ? 'date' : 'none');
  const [at, setAt] = useState(isFuture(set) ? formatLocal(set) : '');
  const mutation = useMutation(texts.failed);
  const removal = useMutation(texts.notRemoved);
  const [mornings] = useState(() => ({ tomorrow: getMorningIn(1), week: getMorningIn(7) }));
  const options: Option<Reminder>[] = [
    { value: 'none', name: texts.noReminder },
    { value: 'tomorrow', name: texts.tomorrow(formatDateAndTime(mornings.tomorrow)) },
    { value: 'week', name: texts.inAWeek(formatDateAndTime(mornings.week)) },
    { value: 'date', name: texts.atATime },
  ];
  const remindAt = reminder === 'none' ? null : reminder === 'date' ? toIso(at) : mornings[reminder].toISOString();
  const isMissing = reminder === 'date' && !isFuture(remindAt);

  async function save() {
    const content = { note, remind_at: remindAt };
    if (!(await mutation.run(content, (key) => saveBookmark(target, content, key)))) return;
    showToast(texts.saved);
    close();
  }
  async function remove() {
    if (bookmark && (await removal.run(target, (key) => removeBookmark(bookmark, key)))) close();
  }
  return (
    <MutationForm
      mutation={{ busy: mutation.busy || removal.busy, fault: mutation.fault ?? removal.fault }}
      submit={save}
      name={texts.save}
      busyName={texts.saving}
      missing={isMissing ? texts.missingTime : null}
      cancel={close}
      noValidate
    >
      <TextField
        label={texts.note}
        value={note}
        maxLength={limits.bookmarkNote.max}
        onChange={(event) => setNote(event.target.value)}
      />
      <SelectField label={texts.remind} value={reminder} choose={setReminder} options={options} />
      {reminder === 'date' && (
        <DateField
          label={texts.at}
          value={at}
          change={setAt}
          withTime
          min={toLocalInput(new Date())}
          hint={texts.missingTime}
        />
      )}
      {bookmark && (
        <p>
          <Button kind="quiet" onClick={() => void remove()}>
            {texts.remove}
          </Button>
        </p>
      )}
    </MutationForm>
  );
}

const isFuture = (at: string | null): boolean => at !== null && new Date(at) > new Date();

function getMorningIn(days: number): Date {
  const now = new Date();
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() + days, morningHour);
}
