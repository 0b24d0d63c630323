import { useState, type ReactNode, type SyntheticEvent } from 'react';
import { useIdempotencyKey } from '../../shared/api/idempotency-key.js';
import { ApiError, messageOf } from '../../shared/api/api.js';
import { Button } from '../button.js';
import { Alert } from '../alert.js';
import { texts } from './texts.js';

/** Returns the message on success, null for none; a `Refused` gives the reason for a failure. */
export type FormAction = (form: FormData, keyFor: (content: unknown) => string) => Promise<string | null>;

interface ActionFormProps {
  action: FormAction;
  button: string;
  /** Shown while it is being sent. */
  busy: string;
  kind?: 'primary' | 'danger';
  /** The message where the server has none for the failure. */
  otherwise?: string;
  children: ReactNode;
  /** Next to the button. */
  extra?: ReactNode;
}

type Progress = { step: 'idle' | 'sending' } | { step: 'done' | 'failed'; words: string | null };

/** A form for one action: shows that it is being sent, and its outcome; is reset on success. */
export function ActionForm({
  action: action,
  button,
  busy,
  kind = 'primary',
  otherwise,
  children,
  extra: extra,
}: ActionFormProps) {
  const [progress, setProgress] = useState<Progress>({ step: 'idle' });
  const keyFor = useIdempotencyKey();

  async function submit(event: SyntheticEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    if (progress.step === 'sending') return;
    setProgress({ step: 'sending' });
    try {
      const words = await action(new FormData(form), keyFor);
      keyFor.done();
      form.reset();
      setProgress({ step: 'done', words });
    } catch (error) {
      setProgress({ step: 'failed', words: messageOf(error, otherwise ?? texts.failed) });
      focusRefused(form, error);
    }
  }

  return (
    <form className="stack-wide" onSubmit={(event) => void submit(event)}>
      {children}
      <div className="row gap-8-12">
        <Button kind={kind} type="submit" aria-disabled={progress.step === 'sending'}>
          {button}
        </Button>
        {extra}
      </div>
      {progress.step === 'sending' && <Alert>{busy}</Alert>}
      {progress.step === 'done' && progress.words !== null && <Alert kind="success">{progress.words}</Alert>}
      {progress.step === 'failed' && <Alert kind="error">{progress.words}</Alert>}
    </form>
  );
}

/** The refused field gets the keyboard. */
function focusRefused(form: HTMLFormElement, error: unknown): void {
  const field = error instanceof ApiError && error.field ? form.elements.namedItem(error.field) : null;
  if (field instanceof HTMLInputElement) field.focus();
}
