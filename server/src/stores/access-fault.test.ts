import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer as createPlainServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer as createTlsServer } from 'node:tls';
import { Unavailable } from '@guildhall/event-store/port.js';
import { EventStoreDbLog } from '@guildhall/event-store/eventstoredb/log.js';
import { startPeer } from '@guildhall/event-store/testing/eventstoredb-peer/peer.js';
import { createMongoClient, withMongo } from '@guildhall/projections/stores/mongo/connection.js';
import { translateMongo } from '@guildhall/projections/stores/mongo/errors.js';
import { MongoServerError } from 'mongodb';
import { createTransport } from 'nodemailer';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { VaultUnavailable } from '../vault/vault.js';
import { describeAccessFault, type Server } from './access-fault.js';

let folder: string;
let key: Buffer;
let cert: Buffer;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'guildhall-tls-'));
  const files = [join(folder, 'key.pem'), join(folder, 'cert.pem')] as const;
  const opensslArguments = ['-newkey', 'rsa:2048', '-nodes', '-days', '1', '-keyout', files[0], '-out', files[1]];
  execFileSync('openssl', ['req', '-x509', ...opensslArguments, '-subj', '/CN=localhost'], { stdio: 'ignore' });
  [key, cert] = [readFileSync(files[0]), readFileSync(files[1])];
});
afterAll(() => rmSync(folder, { recursive: true }));

const translateMongoError = (code: number, errmsg: string) =>
  translateMongo(new MongoServerError({ code, errmsg, message: errmsg }));
const find = 'not authorized on guildhall_vault to execute command { find: "sessions", filter: { _id: "a-secret" } }';

test.each<[Server, unknown, RegExp]>([
  [
    'eventstore',
    { type: 'access-denied', code: 7, message: '7 PERMISSION_DENIED: Access Denied' },
    /lacks a permission/,
  ],
  ['eventstore', { type: 'access-denied', message: '' }, /lacks a permission/],
  ['eventstore', { type: 'access-denied', code: 16, message: '16 UNAUTHENTICATED' }, /user name or password.*UNAUTH/],
  ['eventstore', { code: 14, message: '14 UNAVAILABLE: unable to verify the first certificate' }, /trusted TLS/],
  ['eventstore', { code: 14, message: 'SSL routines:ssl3_get_record:wrong version number' }, /trusted TLS/],
  ['eventstore', new Error('Failed to discover after 10 attempts.'), /no cluster member.*user.*certificates/],
  ['mongodb', translateMongoError(18, 'Authentication failed.'), /user name or password.*Authentication failed/],
  ['mongodb', translateMongoError(8000, 'bad auth : authentication failed'), /user name or password/],
  ['mongodb', translateMongoError(13, 'command find requires authentication'), /user name or password/],
  [
    'mongodb',
    translateMongoError(13, find),
    /lacks a permission.*not authorized on guildhall_vault to execute command \{ find … \}$/,
  ],
  ['mongodb', new Error('certificate has expired'), /trusted TLS/],
  ['mongodb', Object.assign(new Error('no'), { code: 'ERR_TLS_CERT_ALTNAME_INVALID' }), /trusted TLS/],
  ['s3', { name: 'InvalidAccessKeyId', message: 'no' }, /rejects the keys.*S3_SECRET_KEY/],
  ['s3', { name: 'AccessDenied', message: 'no' }, /lacks a permission/],
  ['s3', { name: 'NoSuchBucket', message: 'no' }, /bucket does not exist.*S3_BUCKET/],
  ['smtp', { code: 'EAUTH', responseCode: 535, message: 'Invalid login: 535 for bob@example.org' }, /password.*for …$/],
  ['smtp', { code: 'EENVELOPE', responseCode: 530, message: '530 Authentication required' }, /user name or password/],
])('reports the variable and how to correct it: %s %j', (server, error, expected) => {
  const wrappedError = new VaultUnavailable('The vault cannot be reached', { cause: error });
  const fault = describeAccessFault(server, wrappedError) ?? '';
  expect(fault).toMatch(
    { eventstore: /^EVENTSTORE_URL: /, mongodb: /^MONGODB_URL: /, s3: /^S3_URL: /, smtp: /^SMTP_URL: / }[server],
  );
  expect(fault).toMatch(expected);
  expect(fault).not.toMatch(/a-secret|bob|\n/);
});

test.each<[Server, unknown]>([
  ['eventstore', new Unavailable('EventStoreDB, head: 14 UNAVAILABLE: connect ECONNREFUSED', false)],
  ['mongodb', translateMongoError(91, 'shutting down')],
  ['mongodb', { code: 7, message: 'host not found' }],
  ['smtp', { code: 'ECONNECTION', message: 'connect ECONNREFUSED' }],
  ['smtp', { code: 'EENVELOPE', responseCode: 550, message: 'no such mailbox' }],
  ['mongodb', null],
])('suggests no correction if the server is merely unavailable: %s %j', (server, error) => {
  expect(describeAccessFault(server, error)).toBeNull();
});

const refusals = [
  ['rights', /^EVENTSTORE_URL: the user lacks a permission.*Access Denied$/],
  ['credentials', /^EVENTSTORE_URL: the server rejects the user name or password.*UNAUTHENTICATED/],
] as const;
test.each(refusals)('recognises a refusal by EventStoreDB: %s', async (refused, expected) => {
  const peer = await startPeer();
  peer.faults.refusedAccess = refused;
  const log = new EventStoreDbLog(peer.address);
  const error: unknown = await log.readHead().catch((reason: unknown) => reason);
  expect(describeAccessFault('eventstore', error)).toMatch(expected);
  await log.close();
  peer.stop();
});

test('reports an untrusted EventStoreDB certificate', async () => {
  const peer = await startPeer({ tls: { key, cert } });
  const log = new EventStoreDbLog(peer.address);
  const error: unknown = await log.readHead().catch((reason: unknown) => reason);
  expect(describeAccessFault('eventstore', error)).toMatch(
    /^EVENTSTORE_URL: no trusted TLS connection could be established.*certificate/,
  );
  expect(describeAccessFault('eventstore', error)).not.toContain('changeit');
  await log.close();
  peer.stop();
});

test('suggests possible causes if no cluster member can be reached', async () => {
  const log = new EventStoreDbLog('esdb://127.0.0.1:1,127.0.0.1:2?tls=false&maxDiscoverAttempts=1');
  const error: unknown = await log.readHead().catch((reason: unknown) => reason);
  expect(describeAccessFault('eventstore', error)).toMatch(/^EVENTSTORE_URL: no cluster member could be reached/);
  await log.close();
});

test('reports an untrusted MongoDB certificate', async () => {
  const server = createTlsServer({ key, cert }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const client = createMongoClient(
    `mongodb://guild:s3cret@127.0.0.1:${(server.address() as AddressInfo).port}/?tls=true`,
  );
  const error: unknown = await withMongo(client, () => client.db('x').command({ ping: 1 })).catch((e: unknown) => e);
  expect(describeAccessFault('mongodb', error)).toMatch(
    /^MONGODB_URL: no trusted TLS connection could be established.*certificate/,
  );
  expect(describeAccessFault('mongodb', error)).not.toContain('s3cret');
  await client.close();
  server.close();
});

test('reports that the mail server rejects the password', async () => {
  const responses: Record<string, string> = { EHLO: '250 AUTH PLAIN', AUTH: '535 5.7.8 Authentication failed' };
  const server = createPlainServer((socket) => {
    socket.on('error', () => {});
    socket.on('data', (line) => socket.write(`${responses[line.toString().slice(0, 4)] ?? '221 bye'}\r\n`));
    socket.write('220 here\r\n');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const transport = createTransport(`smtp://u:p4ss@127.0.0.1:${(server.address() as AddressInfo).port}`);
  const error: unknown = await transport.verify().catch((reason: unknown) => reason);
  expect(describeAccessFault('smtp', error)).toMatch(/^SMTP_URL: the server rejects the user name or password.*535/);
  transport.close();
  server.close();
});
