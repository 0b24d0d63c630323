/** Every response that reads views or writes carries its position: `<history>.<position>`, as the live topics use it. */
export const positionHeader = 'guildhall-position';
/** Of a counted list: how many rows there are on all its pages. */
export const totalHeader = 'guildhall-total';
/** Sent with a write: the same key again is the same command, done once. */
export const idempotencyHeader = 'idempotency-key';
