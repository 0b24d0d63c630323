import type { WriteResponse } from '@guildhall/domain/wire/schemas/write.js';
import { useState, type ChangeEvent } from 'react';
import { useIdempotencyKey } from '../../shared/api/idempotency-key.js';
import { send, messageOf } from '../../shared/api/api.js';
import { preparePicture } from '../../shared/prepare-picture.js';
import { setUser, useSession } from '../../shared/state/session.js';
import { texts } from './texts.js';

interface Chosen {
  file: File;
  /** As an address that the page may show: `data:`. */
  preview: string;
}

type UploadStatus = { kind: 'busy' | 'done' | 'failed'; words: string } | null;

/** Choosing, sending and removing the member's own picture. */
export function useAvatar() {
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const [status, setStatus] = useState<UploadStatus>(null);
  const keyFor = useIdempotencyKey();

  async function choose(event: ChangeEvent<HTMLInputElement>) {
    const [file] = event.target.files ?? [];
    event.target.value = ''; // the same file may be chosen again
    if (!file) return;
    setChosen(null);
    setStatus(null);
    const prepared = await preparePicture(file, 'avatar');
    if (prepared.refusal !== null) return setStatus({ kind: 'failed', words: prepared.refusal });
    setChosen({ file: prepared.file, preview: await addressOf(prepared.file) });
  }

  async function run(busy: string, done: string, call: () => Promise<string | null>) {
    if (status?.kind === 'busy') return;
    setStatus({ kind: 'busy', words: busy });
    try {
      show(await call());
      keyFor.done();
      setChosen(null);
      setStatus({ kind: 'done', words: done });
    } catch (error) {
      setStatus({ kind: 'failed', words: messageOf(error, texts.failed) });
    }
  }

  const save = () =>
    run(texts.saving, texts.saved, () => {
      const form = new FormData();
      if (chosen) form.set('avatar', chosen.file);
      return sent('POST', keyFor(chosen?.preview), form);
    });
  const remove = () => run(texts.removing, texts.removed, () => sent('DELETE', crypto.randomUUID()));
  const cancel = () => {
    setChosen(null);
    setStatus(null);
  };
  const unreadable = () => {
    setChosen(null);
    setStatus({ kind: 'failed', words: texts.damaged });
  };
  return { chosen, said: status, choose, save, remove, cancel, unreadable };
}

async function sent(method: 'POST' | 'DELETE', key: string, form?: FormData): Promise<string | null> {
  const { body } = await send<WriteResponse & { avatar_url: string | null }>(method, '/account/avatar', key, form);
  return body.avatar_url;
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
