import { screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { show } from '../../testing/show.js';
import { Dialog } from './dialog.js';
import { preserveFocus } from '../../shared/browser/preserve-focus.js';

let stop = () => {};
beforeEach(() => {
  stop = preserveFocus();
});
afterEach(() => stop());

function Page({ openerStays }: { openerStays: boolean }) {
  const [state, setState] = useState<'new' | 'open' | 'closed'>('new');
  return (
    <main>
      <ul aria-label="Posts">
        <li>{(openerStays || state === 'new') && <button onClick={() => setState('open')}>Move it</button>}</li>
      </ul>
      {state === 'open' && (
        <Dialog title="Where to?" open close={() => setState('closed')}>
          <input aria-label="Reason" />
        </Dialog>
      )}
    </main>
  );
}

async function closeDialog(openerStays: boolean) {
  const user = await show(<Page openerStays={openerStays} />);
  await user.click(screen.getByRole('button', { name: 'Move it' }));
  const dialog = await screen.findByRole('dialog', { name: 'Where to?' });
  await waitFor(() => expect(dialog.contains(document.activeElement)).toBe(true));
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
}

test('a dialog returns the focus to the main content if its opener was removed', async () => {
  await closeDialog(false);
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('main')));
});

test('a dialog returns the focus to its opener if it still exists', async () => {
  await closeDialog(true);
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Move it'));
});

test('removing a focused control moves the focus to its container', async () => {
  function Menu() {
    const [isGone, setIsGone] = useState(false);
    return (
      <main>
        <section aria-label="Tools">{!isGone && <button onClick={() => setIsGone(true)}>Hide</button>}</section>
      </main>
    );
  }
  const user = await show(<Menu />);
  await user.click(screen.getByRole('button', { name: 'Hide' }));
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Tools' })));
});
