import type { WriteResponse } from '@guildhall/domain/wire/schemas/write.js';
import { useState, type ChangeEvent } from 'react';
import { useMutation } from '../../shared/hooks/use-mutation.js';
import { send } from '../../shared/api/api.js';
import { preparePicture } from '../../shared/prepare-picture.js';
import { setUser, useSession } from '../../shared/state/session.js';
import { texts } from './texts.js';

interface ChosenPicture {
  file: File;
  /** A `data:` URL, which the content security policy allows. */
  preview: string;
}

export function useAvatar() {
  const [picture, setPicture] = useState<ChosenPicture | null>(null);
  const [doneMessage, setDone] = useState<string | null>(null);
  const { pending, fault, run, setFault } = useMutation<{ message: string; preview: string | null }>(texts.failed);

  function reset(refusal: string | null = null) {
    setPicture(null);
    setDone(null);
    setFault(refusal);
  }
  async function choose(event: ChangeEvent<HTMLInputElement>) {
    const [file] = event.target.files ?? [];
    event.target.value = ''; // This allows the same file to be chosen again.
    if (!file) return;
    reset();
    const preparedFile = await preparePicture(file, 'avatar');
    if (preparedFile.refusal !== null) return setFault(preparedFile.refusal);
    setPicture({ file: preparedFile.file, preview: await readAsDataUrl(preparedFile.file) });
  }
  function change(message: string, success: string, picture: ChosenPicture | null) {
    setDone(null);
    void run({ message, preview: picture?.preview ?? null }, async (key) => {
      show(await sendPicture(picture?.file ?? null, key));
      setPicture(null);
      setDone(success);
    });
  }
  return {
    chosen: picture,
    done: doneMessage,
    fault,
    busy: pending?.message ?? null,
    choose,
    save: () => change(texts.saving, texts.saved, picture),
    remove: () => change(texts.removing, texts.removed, null),
    cancel: () => reset(),
    unreadable: () => reset(texts.damaged),
  };
}

async function sendPicture(file: File | null, key: string): Promise<string | null> {
  let form: FormData | undefined;
  if (file) (form = new FormData()).set('avatar', file);
  type Response = WriteResponse & { avatar_url: string | null };
  return (await send<Response>(form ? 'POST' : 'DELETE', '/account/avatar', key, form)).body.avatar_url;
}

function show(avatar_url: string | null): void {
  const { user } = useSession.getState();
  if (user) setUser({ ...user, avatar_url });
}

function readAsDataUrl(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(typeof reader.result === 'string' ? reader.result : '');
    reader.onerror = () => reject(reader.error ?? new Error('The file cannot be read.'));
    reader.readAsDataURL(file);
  });
}
