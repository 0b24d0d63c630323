import { useState, type SyntheticEvent } from 'react';
import { showToast } from '../../../shared/toast.js';
import { Button } from '../../../ui/button.js';
import { TextField } from '../../../ui/field.js';
import { goTo } from './go-to-post.js';
import styles from './rail.module.css';
import { texts } from '../state/texts.js';

/** Goes to a reply by its number, or to the first one of a day. */
export function RailJump({ total }: { total: number }) {
  const [number, setNumber] = useState('');
  const [date, setDate] = useState('');
  async function submit(event: SyntheticEvent) {
    event.preventDefault();
    const wanted = Math.min(Math.max(Math.trunc(Number(number)), 1), total);
    const there = date === '' ? await goTo('number', String(wanted)) : await goTo('at', startOf(date));
    if (!there) showToast(texts.postGone);
  }
  return (
    <form className={styles['jump']} onSubmit={(event) => void submit(event)}>
      <TextField
        label={texts.jumpNumber}
        type="number"
        inputMode="numeric"
        min={1}
        max={total}
        value={number}
        onChange={(event) => {
          setNumber(event.target.value);
          setDate('');
        }}
      />
      <TextField
        label={texts.jumpDate}
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

/** The day picker starts at the reader's place. */
function startOf(day: string): string {
  return new Date(`${day}T00:00`).toISOString();
}
