import { useState, type SyntheticEvent } from 'react';
import { showToast } from '../../../shared/toast.js';
import { Button } from '../../../ui/button.js';
import { TextField } from '../../../ui/field.js';
import { startOfDay } from '../../../ui/time/local-time.js';
import { goToNumber, goToTime } from '../navigation/go-to-post.js';
import { texts as ofThread } from '../state/texts.js';
import { texts } from './texts.js';

interface JumpFormProps {
  /** The number of the newest reply. */
  last: number;
  /** Runs before the page moves. */
  leave?: () => void;
}

/** Goes to a reply by its number, or to the first one of a day. */
export function JumpForm({ last, leave }: JumpFormProps) {
  const [number, setNumber] = useState('');
  const [date, setDate] = useState('');
  async function submit(event: SyntheticEvent) {
    event.preventDefault();
    if (number === '' && date === '') return;
    leave?.();
    const there = await (date === '' ? goToNumber(Number(number)) : goToTime(startOfDay(date) ?? ''));
    if (!there) showToast(ofThread.postGone);
  }
  return (
    <form className="grid gap-8" onSubmit={(event) => void submit(event)}>
      <TextField
        label={texts.number}
        type="number"
        inputMode="numeric"
        min={1}
        max={last}
        value={number}
        onChange={(event) => {
          setNumber(event.target.value);
          setDate('');
        }}
      />
      <TextField
        label={texts.date}
        type="date"
        value={date}
        onChange={(event) => {
          setDate(event.target.value);
          setNumber('');
        }}
      />
      <Button type="submit" aria-disabled={number === '' && date === ''}>
        {texts.go}
      </Button>
    </form>
  );
}
