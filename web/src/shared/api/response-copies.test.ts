import { expect, test } from 'vitest';
import { prepareCopy, recordUserChange, registerSave, type RawResponse } from './response-copies.js';

const toResponse = (body: string): RawResponse => ({ status: 200, headers: new Headers(), body });

test("saves early responses once the code for it is loaded, but no previous user's", () => {
  const saved: unknown[] = [];
  prepareCopy('/x')(toResponse("previous user's"));
  recordUserChange();
  prepareCopy('/x')(toResponse('early'));
  registerSave((path, { body }) => saved.push([path, body]));
  expect(saved).toEqual([['/x', 'early']]);
});
