export const texts = {
  readers: (count: number) => `${count} reading`,
  writers: (names: readonly string[], count: number) =>
    count > names.length
      ? `${count} are writing…`
      : `${names.join(' and ')} ${names.length === 1 ? 'is' : 'are'} writing…`,
} as const;
