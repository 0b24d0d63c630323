export const texts = {
  title: 'Plays as',
  editions: { java: 'Java Edition', bedrock: 'Bedrock Edition' },
} as const;
