import { fireEvent } from '@testing-library/react';
import { expect, test, vi } from 'vitest';

test.each([
  ['Enter', {}],
  ['Enter', { ctrlKey: true }],
  ['Enter', { metaKey: true }],
  ['Escape', {}],
  ['Tab', {}],
  ['ArrowDown', {}],
  ['r', {}],
  ['k', { ctrlKey: true }],
])('%s with %j triggers no handler while an input method is composing', (key, modifiers) => {
  const field = document.body.appendChild(document.createElement('textarea'));
  const handler = vi.fn();
  field.addEventListener('keydown', handler, true);
  const press = (more: object) => fireEvent.keyDown(field, { key, ...modifiers, ...more });
  press({ isComposing: true });
  press({ keyCode: 229 });
  expect(handler).not.toHaveBeenCalled();
  press({});
  expect(handler).toHaveBeenCalledOnce();
  field.remove();
});
