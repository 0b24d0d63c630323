import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { show } from '../testing/show.js';
import { Disclosure } from './disclosure.js';

async function openDisclosure() {
  const user = await show(
    <>
      <Disclosure label="Menu" className="" buttonClassName="">
        <a href="/inside">Inside</a>
      </Disclosure>
      <button type="button">Outside</button>
    </>,
  );
  await user.click(screen.getByRole('button', { name: 'Menu' }));
  return user;
}
const isOpen = () => screen.queryByText('Inside') !== null;

test('a disclosure closes when the focus leaves it, but not when it moves inside', async () => {
  const user = await openDisclosure();
  await user.tab();
  expect([isOpen(), document.activeElement?.textContent]).toEqual([true, 'Inside']);
  await user.tab();
  expect([isOpen(), document.activeElement?.textContent]).toEqual([false, 'Outside']);
});

test('a press outside closes a disclosure', async () => {
  const user = await openDisclosure();
  await user.pointer({ keys: '[MouseLeft]', target: document.body });
  expect(isOpen()).toBe(false);
});

test('Escape closes a disclosure and returns the focus to its button', async () => {
  const user = await openDisclosure();
  await user.tab();
  await user.keyboard('{Escape}');
  expect([isOpen(), document.activeElement?.textContent]).toEqual([false, 'Menu']);
});
