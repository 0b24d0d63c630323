import { useEffect, useRef, useState, type ReactNode, type SyntheticEvent } from 'react';
import { useMutation } from '../../shared/hooks/use-mutation.js';
import { Button } from '../button.js';
import { Alert } from '../alert.js';
import { texts } from './texts.js';

type FormFields = Record<string, string>;

/** Returns the success message, or null for none. Throws if the action fails. */
export type FormAction = (fields: FormFields, key: string) => Promise<string | null>;

interface ActionFormProps {
  action: FormAction;
  button: string;
  busy: string;
  kind?: 'primary' | 'danger';
  otherwise?: string;
  children: ReactNode;
  cancel?: () => void;
  extra?: ReactNode;
}

export function ActionForm(props: ActionFormProps) {
  const { action, button, busy, kind = 'primary', otherwise, children, cancel, extra } = props;
  const [doneMessage, setDone] = useState<string | null>(null);
  const mutation = useMutation(otherwise ?? texts.failed);
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => focusField(form.current, mutation.field), [mutation.field]);

  async function submit(event: SyntheticEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    const fields = readFields(form);
    if (!mutation.busy) setDone(null);
    const isDone = await mutation.run(fields, async (key) => setDone(await action(fields, key)));
    if (isDone) form.reset();
  }

  return (
    <form ref={form} className="stack gap-16" onSubmit={(event) => void submit(event)}>
      {children}
      <div className="row gap-8-12">
        <Button kind={kind} type="submit" aria-disabled={mutation.busy}>
          {button}
        </Button>
        {cancel && (
          <Button kind="quiet" onClick={cancel}>
            {texts.cancel}
          </Button>
        )}
        {extra}
      </div>
      {mutation.busy && <Alert>{busy}</Alert>}
      {doneMessage !== null && <Alert kind="success">{doneMessage}</Alert>}
      {mutation.fault !== null && <Alert kind="error">{mutation.fault}</Alert>}
    </form>
  );
}

/** Trims all fields except passwords, where spaces are significant. */
export function readFields(form: HTMLFormElement): FormFields {
  const fields = [...new FormData(form)].map(([name, value]) => {
    const text = typeof value === 'string' ? value : '';
    return [name, name.endsWith('password') ? text : text.trim()] as const;
  });
  return Object.fromEntries(fields);
}

function focusField(form: HTMLFormElement | null, name: string | null): void {
  const field = name === null ? null : form?.elements.namedItem(name);
  if (field instanceof HTMLInputElement) field.focus();
}
