/** Every response that reads views or writes has this header, in the form `<history>.<position>`. */
export const positionHeader = 'guildhall-position';
export const totalHeader = 'guildhall-total';
export const idempotencyHeader = 'idempotency-key';
