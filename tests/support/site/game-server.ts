/** An account of the Java edition. The same number always means the same account. */
export const javaAccount = (number: number, name = `Player${number}`) => ({
  ...{ edition: 'java', login_mode: 'online', name },
  uuid: `069a79f4-44e9-4726-a5be-${String(number).padStart(12, '0')}`,
});
