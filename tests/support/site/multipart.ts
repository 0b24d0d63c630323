export interface UploadedFile {
  field: string;
  bytes: Uint8Array;
  name?: string;
  type?: string;
}

const boundary = 'between-the-parts';

export const multipartHeaders = { 'content-type': `multipart/form-data; boundary=${boundary}` };

export function buildMultipartBody({ field, bytes, name = 'picture.png', type = 'image/png' }: UploadedFile): Buffer {
  const head = `content-disposition: form-data; name="${field}"; filename="${name}"\r\ncontent-type: ${type}`;
  return Buffer.concat([
    Buffer.from(`--${boundary}\r\n${head}\r\n\r\n`),
    bytes,
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ]);
}
