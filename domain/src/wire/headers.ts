/** `<history>.<position>`: every response that reads views or writes has it. */
export const positionHeader = 'guildhall-position';
export const totalHeader = 'guildhall-total';
export const idempotencyHeader = 'idempotency-key';
