/** `<history>.<position>`, sent with every response that reads views or writes. */
export const positionHeader = 'guildhall-position';
export const totalHeader = 'guildhall-total';
export const idempotencyHeader = 'idempotency-key';
