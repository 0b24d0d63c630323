export const getBrowserTimeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;
