export const texts = {
  title: 'Server Rules',
  edit: 'Edit',
  none: 'No rules have been written yet.',
  write: 'Write the rules',
} as const;
