import type { ApiKeyCreated } from '@guildhall/domain/wire/schemas/staff/api-keys.js';
import { useState, type ReactNode, type RefObject } from 'react';
import { send } from '../../../shared/api/api.js';
import { useMutation } from '../../../shared/hooks/use-mutation.js';
import { Button } from '../../../ui/button.js';
import { Dialog, DialogEnd } from '../../../ui/dialog/dialog.js';
import { CopyText } from '../../../ui/editor/copy-text.js';
import { TextArea } from '../../../ui/field.js';
import { texts } from './texts.js';

interface KeyCreationOptions {
  failureText: string;
  close: () => void;
  reload?: () => Promise<unknown>;
}

export function useKeyCreation({ failureText, close, reload }: KeyCreationOptions) {
  const [secret, setSecret] = useState<string | null>(null);
  const mutation = useMutation(failureText, { onStale: () => reload?.() });
  const create = (body: { name: string; [field: string]: unknown }) =>
    void mutation.run(body, async (idempotencyKey) => {
      const response = await send<ApiKeyCreated>('POST', '/admin/keys', idempotencyKey, body);
      setSecret(response.body.key);
      void reload?.();
    });
  // The response to a call in progress contains the key.
  const closeUnlessBusy = () => {
    if (!mutation.busy) close();
  };
  return { secret, mutation, create, closeUnlessBusy };
}

interface CreatedKeyDialogProps {
  title: string;
  body: string;
  secret: string;
  back?: RefObject<HTMLElement | null>;
  close: () => void;
  children?: ReactNode;
}

/** Only the button closes the dialog, because the key is lost afterwards. */
export function CreatedKeyDialog({ secret, close, children, ...dialog }: CreatedKeyDialogProps) {
  return (
    <Dialog {...dialog} open close={() => undefined} alert>
      <div className="stack gap-16">
        <ReadOnlyText label={texts.createdKey.label} value={secret} rows={2} />
        {children}
      </div>
      <DialogEnd>
        <Button onClick={close}>{texts.createdKey.done}</Button>
        <CopyText text={secret} label={texts.createdKey.copy} />
      </DialogEnd>
    </Dialog>
  );
}

export function ReadOnlyText(props: { label: string; hint?: string; value: string; rows: number }) {
  return <TextArea {...props} readOnly spellCheck={false} onFocus={(event) => event.target.select()} />;
}
