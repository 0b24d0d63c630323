import { limits } from '@guildhall/domain/limits.js';
import type { Me } from '@guildhall/domain/wire/schemas/members/accounts.js';
import { useEffect, useRef, useState, type RefObject, type SyntheticEvent } from 'react';
import { sendWriting } from '../../../live/connection.js';
import { formatClock } from '../../../shared/dates.js';
import { useDraft } from '../../../shared/browser/draft.js';
import { sendWithKeys } from '../../../shared/hooks/send-keys.js';
import { texts as shared } from '../../../shared/texts.js';
import { Button } from '../../../ui/button.js';
import { DraftAlert } from '../../../ui/editor/draft-alert.js';
import { Icon } from '../../../ui/icon.js';
import { Editor } from '../../../ui/editor/editor.js';
import {
  runAfterRender,
  applyChange,
  getFocusedSelection,
  getGapBefore,
  setText,
} from '../../../ui/editor/insert-text.js';
import { insertIntoComposer, useComposerInsert, type ReplyTo } from './composer-text.js';
import styles from './composer.module.css';
import { sendReply } from '../state/send-reply.js';
import { setAtEnd } from '../state/store.js';
import { texts as threadTexts } from '../state/texts.js';
import { texts } from './texts.js';
import { useDock } from './use-dock.js';
import { MissedNote, useMissedReplies } from './missed-replies.js';
import { ReplyToLine, useReplyTo } from './reply-to.js';
import { QuoteSelection } from './quote-selection.js';

const faultId = 'reply-fault';
const refusedId = 'reply-refused';
/** The server stops showing a member as writing after twice this time without a message. */
const writingRepeatMs = 4_000;

interface ReplyFormProps {
  user: Me;
  threadId: number;
  refusedField: string | null;
}

export function ReplyForm({ user, threadId, refusedField }: ReplyFormProps) {
  const draft = useDraft(`${user.id}.thread.${threadId}`);
  const [fault, setFault] = useState<string | null>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  const missedReplies = useMissedReplies();
  const reportWriting = useWriting(threadId);
  const replyTo = useReplyTo(user.id, threadId, draft.other === null);
  const dock = useDock(field, draft.text.trim() === '' && replyTo.target === null);
  // If the thread is locked while a member is typing, the field still accepts keys, which would otherwise scroll the
  // page.
  const [couldWrite, setCouldWrite] = useState(true);
  const mayWrite = refusedField === null || (couldWrite && dock.open);
  if (mayWrite !== couldWrite) setCouldWrite(mayWrite);
  useOfferedTexts({ threadId, field, show: dock.show, setReplyTo: replyTo.set });

  function submit(event: SyntheticEvent) {
    event.preventDefault();
    if (!replyTo.deleted) sendTo(replyTo.target);
  }

  function sendTo(target: ReplyTo | null) {
    if (refusedField !== null) return;
    const content = draft.text.trim();
    const error = content === '' ? texts.typeYourReply : content.length > limits.content.max ? texts.tooLong : null;
    setFault(error);
    if (error !== null) return field.current?.focus();
    // The author now counts as being at the end so that the reply and its outcome are in view.
    setAtEnd(true);
    sendReply(user.id, threadId, content, draft.keyFor(content), target);
    // Must run first so that a tab with different text still detects the difference and keeps its own target.
    replyTo.set(null);
    draft.done(content);
    missedReplies.noteText(content, '');
    reportWriting.stop();
  }

  return (
    <form
      noValidate
      onSubmit={submit}
      {...dock.handlers}
      onKeyDown={(event) => {
        dock.handlers.onKeyDown(event);
        sendWithKeys(event);
      }}
    >
      <Editor
        pictures
        docked
        open={dock.open}
        disabled={!mayWrite && draft.text === ''}
        label={texts.yourReply}
        labelHidden
        value={draft.text}
        placeholder={texts.writeHere}
        field={field}
        fault={fault === null ? undefined : faultId}
        about={refusedField === null ? undefined : refusedId}
        change={(text) => {
          missedReplies.noteText(draft.text, text);
          draft.setText(text);
          reportWriting.note(text);
          setFault(null);
        }}
      >
        <DraftAlert draft={draft} />
        {replyTo.target && (
          <ReplyToLine
            target={replyTo.target}
            deleted={replyTo.deleted}
            remove={() => {
              replyTo.set(null);
              field.current?.focus({ preventScroll: true });
            }}
            sendWithout={() => sendTo(null)}
          />
        )}
        {missedReplies.firstId !== null && (
          <MissedNote firstId={missedReplies.firstId} markSeen={missedReplies.markSeen} />
        )}
        <Foot fault={fault} refusedField={refusedField} savedAt={draft.savedAt} />
      </Editor>
      {refusedField === null && <QuoteSelection />}
    </form>
  );
}

interface FootProps {
  fault: string | null;
  refusedField: string | null;
  savedAt: Date | null;
}

function Foot({ fault, refusedField, savedAt }: FootProps) {
  const isRefused = refusedField !== null;
  return (
    <div className={`line faint gap-8 ${styles['foot']}`}>
      {isRefused ? (
        <span id={refusedId} className={`line color-muted ${styles['refusal']}`}>
          <Icon name="lock" />
          {refusedField}
        </span>
      ) : fault !== null ? (
        <span id={faultId} role="alert" className={`color-danger semibold ${styles['fault']}`}>
          {fault}
        </span>
      ) : (
        <span className={styles['draftStatus']}>{savedAt && shared.draftSaved(formatClock(savedAt))}</span>
      )}
      {!isRefused && <span className={styles['keyHint']}>{shared.sendKeys}</span>}
      <Button
        kind="primary"
        type="submit"
        aria-disabled={isRefused || undefined}
        aria-describedby={isRefused ? refusedId : undefined}
      >
        {threadTexts.reply}
      </Button>
    </div>
  );
}

interface OfferedTexts {
  threadId: number;
  field: RefObject<HTMLTextAreaElement | null>;
  show: () => void;
  setReplyTo: (target: ReplyTo | null) => void;
}

/** Inserts a refused reply before anything written since, which restores the original order. */
function useOfferedTexts({ threadId, field, show, setReplyTo }: OfferedTexts): void {
  const offeredText = useComposerInsert((state) => state.offeredText);
  useEffect(() => {
    const area = field.current;
    if (offeredText?.threadId !== threadId || !area) return;
    insertIntoComposer(null);
    show();
    if (offeredText.replyTo !== undefined) setReplyTo(offeredText.replyTo);
    const { text = '', isQuote } = offeredText;
    if (isQuote) return runAfterRender(() => insertQuote(area, text));
    area.focus({ preventScroll: true });
    if (text !== '')
      runAfterRender(() => setText(area, [text, area.value].filter((part) => part.trim() !== '').join('\n\n')));
  }, [offeredText, threadId, field, show, setReplyTo]);
}

function insertQuote(area: HTMLTextAreaElement, quote: string): void {
  const { text: value, start, end } = getFocusedSelection(area);
  const text = getGapBefore(value.slice(0, start)) + quote;
  const caret = start + text.length;
  applyChange(area, { start, end, text, select: [caret, caret] });
  area.scrollTop = area.scrollHeight;
}

function useWriting(threadId: number) {
  const sentAt = useRef<number | null>(null);
  function stop() {
    if (sentAt.current !== null) sendWriting(null);
    sentAt.current = null;
  }
  function note(text: string) {
    if (text.trim() === '') return stop();
    const now = performance.now();
    if (sentAt.current !== null && now - sentAt.current < writingRepeatMs) return;
    sentAt.current = now;
    sendWriting(`thread:${threadId}`);
  }
  return { note, stop };
}
