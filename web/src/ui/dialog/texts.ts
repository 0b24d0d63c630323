export const texts = {
  cancel: 'Cancel',
  close: 'Close',
  delete: 'Delete',
  deleting: 'Deleting…',
  move: 'Move',
  moveTo: 'Move to',
  choosePlace: 'Choose a section',
  chooseFirst: 'Choose a section first.',
  moving: 'Moving…',
} as const;
