/** Every response that reads views or writes sends this header, as `<history>.<position>`. */
export const positionHeader = 'guildhall-position';
export const totalHeader = 'guildhall-total';
export const idempotencyHeader = 'idempotency-key';
