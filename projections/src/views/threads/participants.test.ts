import { expect, test } from 'vitest';
import type { Participant } from './document.js';
import { addParticipant, removeParticipant, restoreParticipant } from './participants.js';

const starter = 1;
const buildParticipants = (...pairs: [userId: number, postId: number][]): Participant[] =>
  pairs.map(([userId, postId]) => ({ userId, postId }));
const buildThread = (...pairs: [userId: number, postId: number][]) => ({
  authorId: starter,
  participants: buildParticipants(...pairs),
});

test("lists the latest participant first and omits the thread's author", () => {
  const thread = buildThread([3, 30], [2, 20]);
  expect(addParticipant(thread, { userId: 2, postId: 40 })).toEqual(buildParticipants([2, 40], [3, 30]));
  expect(addParticipant(thread, { userId: starter, postId: 40 })).toEqual(thread.participants);
});

test('lists at most five participants', () => {
  let thread = buildThread();
  for (let n = 1; n <= 40; n++) {
    thread = { authorId: starter, participants: [...addParticipant(thread, { userId: 1 + n, postId: n })] };
  }
  expect(thread.participants).toEqual(buildParticipants([41, 40], [40, 39], [39, 38], [38, 37], [37, 36]));
});

test('removes a participant only if their latest reply is deleted', () => {
  const thread = buildThread([3, 30], [2, 20]);
  expect(removeParticipant(thread, 30)).toEqual(buildParticipants([2, 20]));
  expect(removeParticipant(thread, 11)).toEqual(thread.participants);
});

test('restoring a reply adds its author to the participants if there is room', () => {
  const full = buildThread([2, 20], [3, 30], [4, 40], [5, 50], [6, 60]);
  expect(restoreParticipant(full, { id: 11, authorId: 7 })).toEqual(full.participants);
  expect(restoreParticipant(buildThread([2, 20]), { id: 11, authorId: 7 })).toEqual(
    buildParticipants([2, 20], [7, 11]),
  );
  expect(restoreParticipant(buildThread([2, 20]), { id: 11, authorId: 2 })).toEqual(buildParticipants([2, 20]));
  expect(restoreParticipant(buildThread(), { id: 11, authorId: starter })).toEqual([]);
});
