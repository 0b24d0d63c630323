import { TOTP } from 'otpauth';

export const appCode = (secret: string, timestamp = Date.now()): string => new TOTP({ secret }).generate({ timestamp });
