import type { WriteResponse } from '@guildhall/domain/wire/schemas/write.js';
import { useState, type ChangeEvent } from 'react';
import { useMutation } from '../../shared/hooks/use-mutation.js';
import { send } from '../../shared/api/api.js';
import { preparePicture } from '../../shared/prepare-picture.js';
import { setUser, useSession } from '../../shared/state/session.js';
import { texts } from './texts.js';

interface Chosen {
  file: File;
  /** A `data:` URL, which the content security policy allows. */
  preview: string;
}

type UploadStatus = { kind: 'busy' | 'done' | 'failed'; message: string } | null;

export function useAvatar() {
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const [status, setStatus] = useState<UploadStatus>(null);
  const { run } = useMutation(texts.failed, { failed: (message) => setStatus({ kind: 'failed', message }) });

  async function choose(event: ChangeEvent<HTMLInputElement>) {
    const [file] = event.target.files ?? [];
    event.target.value = ''; // the same file may be chosen again
    if (!file) return;
    setChosen(null);
    setStatus(null);
    const prepared = await preparePicture(file, 'avatar');
    if (prepared.refusal !== null) return setStatus({ kind: 'failed', message: prepared.refusal });
    setChosen({ file: prepared.file, preview: await addressOf(prepared.file) });
  }

  function change(busy: string, done: string, picture: Chosen | null) {
    if (status?.kind === 'busy') return;
    setStatus({ kind: 'busy', message: busy });
    void run(picture?.preview ?? 'none', async (key) => {
      show(await sendPicture(picture?.file ?? null, key));
      setChosen(null);
      setStatus({ kind: 'done', message: done });
    });
  }

  const save = () => change(texts.saving, texts.saved, chosen);
  const remove = () => change(texts.removing, texts.removed, null);
  const cancel = () => {
    setChosen(null);
    setStatus(null);
  };
  const unreadable = () => {
    setChosen(null);
    setStatus({ kind: 'failed', message: texts.damaged });
  };
  return { chosen, status: status, choose, save, remove, cancel, unreadable };
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

function addressOf(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(typeof reader.result === 'string' ? reader.result : '');
    reader.onerror = () => reject(reader.error ?? new Error('The file cannot be read.'));
    reader.readAsDataURL(file);
  });
}
