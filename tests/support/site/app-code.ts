import { TOTP } from 'otpauth';

export const generateAppCode = (secret: string, timestamp = Date.now()): string =>
  new TOTP({ secret }).generate({ timestamp });
