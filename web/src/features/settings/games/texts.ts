import { editionTexts } from '../../../ui/game-accounts/texts.js';

export const texts = {
  title: 'Game accounts',
  lead: 'Link the accounts that you play with. Everyone can see them on your profile.',
  none: 'You have not linked an account yet.',
  editions: editionTexts,
  offline: 'This account counts only on the game server that reported it.',
  seen: 'Last seen',
  formerly: (names: string) => `Formerly ${names}`,
  unlink: 'Unlink',
  unlinkNamed: (name: string) => `Unlink ${name}`,
  unlinked: (name: string) => `${name} is no longer linked to you.`,
  unlinkFailed: 'That account could not be unlinked. Please try again.',
  full: (max: number) =>
    max === 1
      ? 'You can link one account. Unlink it to link another.'
      : `You can link ${max} accounts. Unlink one to link another.`,
  off: 'No accounts can be linked on this site at the moment.',
  linkTitle: 'Link an account',
  linkLead: 'Get a code here and enter it in the game while you are on one of our game servers.',
  getCode: 'Get a code',
  newCode: 'Get a new code',
  codeFailed: 'The code could not be created. Please try again.',
  enter: (code: string) => `In the game, type /verify ${code}, or the command that the game server shows you.`,
  validFor: 'Valid for',
  expired: 'This code has expired.',
  waiting: 'This page shows the account as soon as the game confirms it.',
  linked: (name: string) => `${name} is now linked to you.`,
  copy: 'Copy',
  copied: 'Copied.',
  copyFailed: 'Your browser did not allow that. Select the code and copy it yourself.',
  redeemTitle: 'Enter a code from the game',
  redeemLead: 'If the game shows you a code when you join, type it here.',
  code: 'Code',
  redeem: 'Link',
  redeeming: 'Linking…',
  redeemFailed: 'The account could not be linked. Please try again.',
} as const;
