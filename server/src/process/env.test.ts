import { expect, test } from 'vitest';
import { EnvError, readEnv } from './env.js';

test.each([
  [{ PORT: 'eighty' }, /^PORT: must be a port number$/],
  [{ PORT: '70000' }, /^PORT: /],
  [{ PUBLIC_URL: 'guild.example' }, /^PUBLIC_URL: must be an address that begins with http:\/\/ or https:\/\/$/],
  [{ EVENTSTORE_URL: 'esdb://127.0.0.1:2113' }, /^MONGODB_URL: must also be set/],
  [{ MONGODB_URL: 'mongodb://127.0.0.1:27017' }, /^EVENTSTORE_URL: must also be set/],
  [{ EVENTSTORE_URL: 'esdb://127.0.0.1:1', MONGODB_URL: 'mongodb://127.0.0.1:1' }, /^SECRET: must be set/],
  [{ SMTP_URL: 'mail.example' }, /^SMTP_URL: /],
  [{ SECRET: 'short' }, /^SECRET: must have at least 32 characters$/],
  [{ RATE_LIMITS: 'maybe' }, /^RATE_LIMITS: must be on or off$/],
  [{ USERNAMES_PORT: 'many' }, /^USERNAMES_PORT: must be a port number$/],
  [{ S3_URL: 's3.example' }, /^S3_URL: must be an address that begins with http/],
  [{ S3_URL: 'https://s3.example', S3_BUCKET: 'blue' }, /^S3_ACCESS_KEY: must be set with S3_URL$/],
  [{ S3_BUCKET: 'blue' }, /^S3_URL: must also be set/],
  [{ LOG_LEVEL: 'loud' }, /^LOG_LEVEL: /],
])('rejects an invalid environment variable with a single line: %o', (env: Record<string, string>, line) => {
  const read = () => readEnv(env);
  expect(read).toThrow(EnvError);
  expect(read).toThrow(line);
});
