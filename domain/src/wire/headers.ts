/** `<history>.<position>`: every response that reads views or writes has it. */
export const positionHeader = 'guildhall-position';
export const totalHeader = 'guildhall-total';
/** A call with the same key is the same command and runs once. */
export const idempotencyHeader = 'idempotency-key';
