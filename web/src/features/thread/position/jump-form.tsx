import { useState, type SyntheticEvent } from 'react';
import { showToast } from '../../../shared/toast.js';
import { Button } from '../../../ui/button.js';
import { Dialog } from '../../../ui/dialog/dialog.js';
import { TextField } from '../../../ui/field.js';
import { findStartOfDay } from '../../../ui/time/local-time.js';
import { goToNumber, goToTime } from '../navigation/go-to-post.js';
import { texts as ofThread } from '../state/texts.js';
import { goToFirstUnread, goToNewest, goToTop, type Position } from './position.js';
import styles from './position-bar.module.css';
import { texts } from './texts.js';

interface JumpFormProps {
  last: number;
  leave?: () => void;
}

export function JumpForm({ last, leave }: JumpFormProps) {
  const [number, setNumber] = useState('');
  const [date, setDate] = useState('');
  async function submit(event: SyntheticEvent) {
    event.preventDefault();
    if (number === '' && date === '') return;
    leave?.();
    const wasReached = await (date === '' ? goToNumber(Number(number)) : goToTime(findStartOfDay(date) ?? ''));
    if (!wasReached) showToast(ofThread.postGone);
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

export function JumpDialog({ position, close }: { position: Position; close: () => void }) {
  const { last, unreadFrom, startedAt, newestAt } = position;
  const closeThen = (go: () => void) => () => {
    close();
    go();
  };
  return (
    <Dialog title={texts.jumpTo} open close={close}>
      <div className={`grid gap-8 ${styles['places']}`}>
        <Button onClick={closeThen(goToTop)}>
          {texts.firstPost} <small>{startedAt}</small>
        </Button>
        {unreadFrom !== null && <Button onClick={closeThen(goToFirstUnread)}>{texts.firstUnread}</Button>}
        <Button onClick={closeThen(goToNewest)}>
          {texts.newest} <small>{newestAt}</small>
        </Button>
      </div>
      <JumpForm last={last} leave={close} />
    </Dialog>
  );
}
