import { TOTP } from 'otpauth';

/** Returns the code that an authenticator app shows for a secret in base32. */
export const appCode = (secret: string, timestamp = Date.now()): string => new TOTP({ secret }).generate({ timestamp });
