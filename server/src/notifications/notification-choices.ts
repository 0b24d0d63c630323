import { type NoticeKind, noticeKinds } from '@guildhall/domain/wire/kinds.js';
import type { NoticeChoices } from '@guildhall/domain/wire/schemas/notifications.js';
import { z } from 'zod';
import type { Vault } from '../vault/vault.js';
import { newTurns } from '../vault/in-turn.js';

interface Dependencies {
  vault: Vault;
}

const name = 'notices';
/** What is kept: the kinds that are switched off, so that a new kind is on for everybody. */
const kept = z.array(z.string());

/** All kinds are kept as one value: of two changes at once none is to be lost. */
const inTurn = newTurns();

/** @throws VaultUnavailable */
export async function noticeChoices({ vault }: Dependencies, userId: number): Promise<NoticeChoices> {
  const value = await vault.choice(userId, name);
  const off = new Set(value === null ? [] : kept.parse(JSON.parse(value)));
  return Object.fromEntries(noticeKinds.map((kind) => [kind, !off.has(kind)])) as NoticeChoices; // of every kind
}

/** @throws VaultUnavailable */
export async function chooseNotices(
  services: Dependencies,
  userId: number,
  choices: Partial<NoticeChoices>,
): Promise<void> {
  await inTurn(userId, async () => {
    const now: NoticeChoices = { ...(await noticeChoices(services, userId)), ...choices };
    const off = noticeKinds.filter((kind: NoticeKind) => !now[kind]);
    await services.vault.setChoice(userId, name, JSON.stringify(off));
  });
}
