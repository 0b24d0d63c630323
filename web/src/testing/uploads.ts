import { act } from '@testing-library/react';
import { afterEach, beforeEach, vi } from 'vitest';

/** Replaces `XMLHttpRequest`, whose uploads a test answers by hand. */
export function fakeUploads(): FakeUpload[] {
  const uploads: FakeUpload[] = [];
  beforeEach(() => {
    uploads.length = 0;
    vi.stubGlobal('XMLHttpRequest', function () {
      const upload = new FakeUpload();
      uploads.push(upload);
      return upload;
    });
  });
  afterEach(() => vi.unstubAllGlobals());
  return uploads;
}

export class FakeUpload {
  readonly upload: { onprogress?: (event: { loaded: number; total: number }) => void } = {};
  readonly headers: Record<string, string> = {};
  file: File | null = null;
  isAborted = false;
  status = 0;
  response: object | null = null;
  onload = () => {};
  onerror = () => {};
  onabort = () => {};

  open = () => {};
  setRequestHeader = (name: string, value: string) => (this.headers[name] = value);
  send = (form: FormData) => (this.file = form.get('file') as File);
  abort = () => {
    this.isAborted = true;
    this.onabort();
  };

  progress = (share: number) => act(() => this.upload.onprogress?.({ loaded: share * 100, total: 100 }));
  lose = () => act(async () => this.onerror());
  respond = (status: number, response: object) =>
    act(async () => {
      Object.assign(this, { status, response });
      this.onload();
    });
}
