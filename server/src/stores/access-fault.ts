export type Server = 'eventstore' | 'mongodb' | 's3' | 'smtp';

const variables = {
  eventstore: 'EVENTSTORE_URL',
  mongodb: 'MONGODB_URL',
  s3: 'S3_URL',
  smtp: 'SMTP_URL',
} as const;

type FaultKind = 'credentials' | 'rights' | 'tls' | 'cluster' | 'keys' | 'bucket';

interface ErrorDetails {
  name?: unknown;
  message?: unknown;
  code?: unknown;
  responseCode?: unknown;
  type?: unknown;
  cause?: unknown;
}

const isTls = /certificate|altname|SSL routines|SSL alert|wrong version number|secure TLS connection/i;
const tlsCodes = /^(ERR_(SSL|TLS)_|ETLS$|EPROTO$)/;

/** In gRPC, 16 is UNAUTHENTICATED and 7 is PERMISSION_DENIED. If the cluster is unreachable, the error has no cause. */
function classifyEventStoreError({ type, code, message }: ErrorDetails): FaultKind | undefined {
  if (/^Failed to discover after/.test(String(message))) return 'cluster';
  if (code === 16) return 'credentials';
  return type === 'access-denied' || code === 7 ? 'rights' : undefined;
}

/** MongoDB's codes are 11 UserNotFound, 13 Unauthorized and 18 AuthenticationFailed. MongoDB Atlas uses 8000. */
function classifyMongoError({ code, message }: ErrorDetails): FaultKind | undefined {
  if (code === 11 || code === 18 || code === 8000) return 'credentials';
  if (code !== 13) return undefined;
  return /requires? authentication/i.test(String(message)) ? 'credentials' : 'rights';
}

const s3Kinds: Readonly<Record<string, FaultKind>> = {
  InvalidAccessKeyId: 'keys',
  SignatureDoesNotMatch: 'keys',
  XAdminUserNotFound: 'keys', // versitygw's code
  AccessDenied: 'rights',
  NoSuchBucket: 'bucket',
};

const classifyS3Error = ({ name }: ErrorDetails): FaultKind | undefined => s3Kinds[String(name)];

function classifySmtpError({ code, responseCode }: ErrorDetails): FaultKind | undefined {
  return code === 'EAUTH' || [530, 534, 535, 538].includes(Number(responseCode)) ? 'credentials' : undefined;
}

const classifiers = {
  eventstore: classifyEventStoreError,
  mongodb: classifyMongoError,
  s3: classifyS3Error,
  smtp: classifySmtpError,
} as const;

const noMember = 'no cluster member could be reached, and the client gives no reason.';

const advice: Record<FaultKind, (variable: string) => string> = {
  credentials: (variable) =>
    `the server rejects the user name or password. Correct ${variable} and restart, or correct the user on the server.`,
  rights: () =>
    'the user lacks a permission. Grant it on the server, see "TLS and users" in docs/operations.md; no restart is needed.',
  tls: (variable) =>
    `no trusted TLS connection could be established. Correct the TLS options in ${variable} and restart, or correct the server's certificate.`,
  keys: () => 'the server rejects the keys. Correct S3_ACCESS_KEY and S3_SECRET_KEY and restart.',
  bucket: () => 'the bucket does not exist. Create it, or correct S3_BUCKET and restart.',
  cluster: (variable) =>
    `${noMember} If the members are running, check the addresses, the TLS options and the user in ${variable}, and the members' certificates.`,
};

/** Describes a rejected user or certificate, which the operator must fix. Returns null for all other errors. */
export function describeAccessFault(server: Server, error: unknown): string | null {
  for (let [cause, depth] = [error, 0]; typeof cause === 'object' && cause !== null && depth < 8; depth += 1) {
    const details = cause as ErrorDetails;
    const kind = classifiers[server](details) ?? classifyTlsError(details);
    if (kind) {
      const variable = variables[server];
      return `${variable}: ${advice[kind](variable)} Its message: ${toPublicMessage(String(details.message))}`;
    }
    cause = details.cause;
  }
  return null;
}

export const lacksCause = (fault: string): boolean => fault.includes(noMember);

function classifyTlsError({ code, message }: ErrorDetails): FaultKind | undefined {
  return isTls.test(String(message)) || tlsCodes.test(String(code)) ? 'tls' : undefined;
}

const maxMessageLength = 200;

function toPublicMessage(message: string): string {
  return message
    .replace(/(to execute command \{\s*\w+).*/s, '$1 … }')
    .replace(/\/\/[^\s/]*@/g, '//')
    .replace(/[^\s<>"']+@[^\s<>"']+/g, '…')
    .replace(/\s+/g, ' ')
    .slice(0, maxMessageLength);
}
