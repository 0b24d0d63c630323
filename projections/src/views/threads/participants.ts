import type { Participant, ThreadDocument } from './document.js';

/** Exceeds the number shown in a list so that some remain after replies are deleted. */
const maxStored = 5;

type Thread = Pick<ThreadDocument, 'authorId' | 'participants'>;

export function addParticipant(
  { authorId, participants }: Thread,
  newParticipant: Participant,
): readonly Participant[] {
  if (newParticipant.userId === authorId) return participants;
  return [newParticipant, ...participants.filter(({ userId }) => userId !== newParticipant.userId)].slice(0, maxStored);
}

/** Removes the author even if they wrote earlier replies because finding those would cost a query for each deletion. */
export function removeParticipant({ participants }: Thread, postId: number): readonly Participant[] {
  return participants.some((participant) => participant.postId === postId)
    ? participants.filter((participant) => participant.postId !== postId)
    : participants;
}

export function restoreParticipant(
  { authorId, participants }: Thread,
  post: { id: number; authorId: number },
): readonly Participant[] {
  const isKnown = post.authorId === authorId || participants.some(({ userId }) => userId === post.authorId);
  return isKnown || participants.length >= maxStored
    ? participants
    : [...participants, { userId: post.authorId, postId: post.id }];
}
