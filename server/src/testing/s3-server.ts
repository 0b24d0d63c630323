import { randomBytes } from 'node:crypto';
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { reportNotRun } from '../../../tests/not-run.js';
import type { Env } from '../process/env.js';

export type S3Settings = NonNullable<Env['s3']>;

/** Returns the server to test against, or null if there is none. The address contains the keys as user and password. */
export function findS3Server(): Omit<S3Settings, 'bucket'> | null {
  const address = process.env['S3_TEST_URL'];
  if (!address) {
    reportNotRun('the tests on S3: S3_TEST_URL is not set');
    return null;
  }
  const { origin, username, password } = new URL(address);
  return { url: origin, accessKey: username, secretKey: password, region: 'us-east-1' };
}

export async function createBucket(server: Omit<S3Settings, 'bucket'>): Promise<S3Settings> {
  const { url, accessKey, secretKey, region } = server;
  const bucket = `guildhall-${randomBytes(6).toString('hex')}`;
  const credentials = { accessKeyId: accessKey, secretAccessKey: secretKey };
  const client = new S3Client({ endpoint: url, region, forcePathStyle: true, credentials });
  await client.send(new CreateBucketCommand({ Bucket: bucket }));
  client.destroy();
  return { ...server, bucket };
}
