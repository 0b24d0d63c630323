/** Every response that reads views or writes carries its position: `<history>.<position>`, as the live topics use it. */
export const positionHeader = 'guildhall-position';
export const totalHeader = 'guildhall-total';
/** Sent with a write: a call with the same key is the same command and runs once. */
export const idempotencyHeader = 'idempotency-key';
