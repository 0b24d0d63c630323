import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { show } from '../../testing/show.js';
import { ActionForm, type FormAction } from './action-form.js';
import { PasswordField } from './password-field.js';

test('a form is submitted only once at a time, and uses a new key after a success', async () => {
  let finish: (message: string) => void = () => {};
  const keys: string[] = [];
  const action = vi.fn<FormAction>((_form, key) => {
    keys.push(key);
    return new Promise<string>((resolve) => (finish = resolve));
  });
  const user = await show(
    <ActionForm action={action} button="Save" busy="Saving…">
      <input name="name" aria-label="Name" defaultValue="Bram" />
    </ActionForm>,
  );
  const save = screen.getByRole('button', { name: 'Save' });
  await user.click(save);
  await user.click(save);
  expect(action).toHaveBeenCalledOnce();
  expect(save.getAttribute('aria-disabled')).toBe('true');
  finish('Saved.');
  await screen.findByText('Saved.');
  await user.click(save);
  expect(keys).toHaveLength(2);
  expect(keys[0]).not.toBe(keys[1]);
  finish('Saved.');
});

test('the password field warns while Caps Lock is on', async () => {
  const user = await show(<PasswordField label="Password" autoComplete="current-password" />);
  await user.click(screen.getByLabelText('Password'));
  await user.keyboard('a');
  expect(screen.queryByText('Caps Lock is on.')).toBeNull();
  await user.keyboard('{CapsLock}a');
  expect(screen.getByText('Caps Lock is on.')).toBeDefined();
  await user.tab();
  expect(screen.queryByText('Caps Lock is on.')).toBeNull();
});
