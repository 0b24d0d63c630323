import { idempotencyHeader } from '@guildhall/domain/wire/headers.js';
import { ApiError, NetworkError } from './api.js';

interface UploadOptions {
  /** Has no effect once the whole file has been sent, because only the response contains the stored file's id. */
  signal: AbortSignal;
  /** @param share the share of the file that has been sent, from 0 to 1 */
  onProgress: (share: number) => void;
}

/** On the server, a picture may wait for others to be encoded. */
const maxSilenceMs = 300_000;

/**
 * Sends one file as the multipart field `file`. Uses `XMLHttpRequest` because `fetch` does not report the progress of
 * an upload.
 * @param key identifies the upload and is reused for retries
 * @throws ApiError, NetworkError; the signal's reason if it is aborted
 */
export function uploadFile<Body>(path: string, key: string, file: File, options: UploadOptions): Promise<Body> {
  const { signal, onProgress } = options;
  const request = new XMLHttpRequest();
  let silence: ReturnType<typeof setTimeout>;
  let isSent = false;
  const stop = () => request.abort();
  const onAbort = () => isSent || stop();
  return new Promise<Body>((resolve, reject) => {
    const expectMore = () => {
      clearTimeout(silence);
      silence = setTimeout(stop, maxSilenceMs);
    };
    request.upload.onprogress = ({ loaded, total }) => {
      expectMore();
      isSent = loaded === total;
      onProgress(total === 0 ? 1 : loaded / total);
    };
    request.onload = () => {
      const body = request.response as (Body & { error?: string; code?: string; field?: string }) | null;
      if (request.status < 300 && body !== null) return resolve(body);
      if (request.status < 300) return reject(new NetworkError('The response is not JSON.'));
      const retryAfter = Number(request.getResponseHeader('retry-after')) || 0;
      reject(new ApiError(request.status, body?.code ?? '', body?.error ?? '', body?.field, undefined, retryAfter));
    };
    request.onerror = () => reject(new NetworkError('The upload failed.'));
    request.onabort = () => reject(signal.aborted ? (signal.reason as Error) : new NetworkError('No progress.'));
    signal.addEventListener('abort', onAbort);
    request.open('POST', `/api${path}`);
    request.responseType = 'json';
    request.setRequestHeader('accept', 'application/json');
    request.setRequestHeader(idempotencyHeader, key);
    const form = new FormData();
    form.set('file', file);
    expectMore();
    request.send(form);
  }).finally(() => {
    clearTimeout(silence);
    signal.removeEventListener('abort', onAbort);
  });
}
