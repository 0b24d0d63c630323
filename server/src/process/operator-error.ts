/** What whoever runs the programs can put right: the message is one line that says what to do. */
export class OperatorError extends Error {}
