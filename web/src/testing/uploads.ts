import { act } from '@testing-library/react';
import { afterEach, beforeEach, vi } from 'vitest';

/** Replaces `XMLHttpRequest` with a fake whose uploads the test completes itself. */
export function installFakeUploads(): FakeUpload[] {
  const uploads: FakeUpload[] = [];
  const original = XMLHttpRequest;
  beforeEach(() => {
    uploads.length = 0;
    vi.stubGlobal('XMLHttpRequest', function () {
      const upload = new FakeUpload();
      uploads.push(upload);
      return upload;
    });
  });
  afterEach(() => vi.stubGlobal('XMLHttpRequest', original));
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
  getResponseHeader: (name: string) => string | null = () => null;
  setRequestHeader = (name: string, value: string) => (this.headers[name] = value);
  send = (form: FormData) => (this.file = form.get('file') as File);
  abort = () => {
    this.isAborted = true;
    this.onabort();
  };

  reportProgress = (share: number) => act(() => this.upload.onprogress?.({ loaded: share * 100, total: 100 }));
  lose = () => act(async () => this.onerror());
  respond = (status: number, response: object, headers: Record<string, string> = {}) =>
    act(async () => {
      this.getResponseHeader = (name) => headers[name] ?? null;
      Object.assign(this, { status, response });
      this.onload();
    });
}
