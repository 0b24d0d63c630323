import type { Participant, ThreadDocument } from './document.js';

/** More than a list shows, so that some remain where replies are deleted. */
const maxKept = 5;

type Thread = Pick<ThreadDocument, 'authorId' | 'participants'>;

/** After a reply: its author first. */
export function participantsWith({ authorId, participants }: Thread, replied: Participant): readonly Participant[] {
  if (replied.userId === authorId) return participants;
  return [replied, ...participants.filter(({ userId }) => userId !== replied.userId)].slice(0, maxKept);
}

/**
 * After the deletion of a reply. Its author leaves if it was their newest, also where they wrote earlier ones: to find
 * those would cost a query for each deletion.
 */
export function participantsWithout({ participants }: Thread, postId: number): readonly Participant[] {
  return participants.some((one) => one.postId === postId)
    ? participants.filter((one) => one.postId !== postId)
    : participants;
}

/** After the return of a reply: its author last, where there is room. */
export function participantsWithRestored(
  { authorId, participants }: Thread,
  post: { id: number; authorId: number },
): readonly Participant[] {
  const isKnown = post.authorId === authorId || participants.some(({ userId }) => userId === post.authorId);
  return isKnown || participants.length >= maxKept
    ? participants
    : [...participants, { userId: post.authorId, postId: post.id }];
}
