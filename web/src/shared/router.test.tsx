import { act, screen } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { show } from '../testing/show.js';
import { Link, Redirect, useLocation, useParams, useSearchParams } from './router.js';

const isPrevented = (event: MouseEvent) => event.defaultPrevented;

function Address() {
  const { pathname, search, hash, state, step } = useLocation();
  const { username } = useParams();
  const [params, setParams] = useSearchParams();
  return (
    <>
      <p data-testid="address">{[username, pathname + search + hash, JSON.stringify(state), step].join(' ')}</p>
      <Link to="/profile/Bram%20B?show=wall#latest" state={{ from: '/' }}>
        Bram
      </Link>
      <Link to="?page=2">Next</Link>
      <Link to="/profile/Sanne" onClick={(event) => event.preventDefault()}>
        Stopped
      </Link>
      <button
        onClick={() => setParams((current) => ({ ...Object.fromEntries(current), sort: 'a b' }), { replace: true })}
      >
        Sort
      </button>
      <button onClick={() => setParams({})}>Clear</button>
      <p>{params.get('sort')}</p>
    </>
  );
}

const open = () => show(<Address />, { at: '/profile/Sanne', path: '/profile/:username' });
const getAddress = () => screen.getByTestId('address').textContent;
function click(name: string, init?: MouseEventInit): void {
  act(() => {
    screen.getByText(name).dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, ...init }));
  });
}

test('a link passes its parameters, state and fragment, and Back returns to the previous page', async () => {
  await open();
  expect(getAddress()).toBe('Sanne /profile/Sanne null pop');
  click('Bram');
  expect(getAddress()).toBe('Bram B /profile/Bram%20B?show=wall#latest {"from":"/"} push');
  act(() => history.back());
  await vi.waitFor(() => expect(getAddress()).toBe('Sanne /profile/Sanne null pop'));
});

test('a link to the current URL adds no history entry', async () => {
  await open();
  click('Next');
  const { length } = history;
  click('Next');
  expect(history).toHaveLength(length);
  expect(getAddress()).toBe('Sanne /profile/Sanne?page=2 null replace');
});

test('leaves clicks to the browser if they open a new tab or are already handled', async () => {
  await open();
  const clickSpy = vi.fn(isPrevented);
  const stop = (event: MouseEvent) => {
    clickSpy(event);
    event.preventDefault(); // jsdom cannot follow links.
  };
  addEventListener('click', stop);
  onTestFinished(() => removeEventListener('click', stop));
  click('Bram', { ctrlKey: true });
  click('Bram', { metaKey: true });
  click('Bram', { shiftKey: true });
  click('Bram', { button: 1 });
  expect(clickSpy.mock.results.map(({ value }) => value as boolean)).toEqual([false, false, false, false]);
  click('Stopped');
  expect(getAddress()).toBe('Sanne /profile/Sanne null pop');
});

test("the URL's query can be changed and removed", async () => {
  await open();
  const { length } = history;
  click('Sort');
  expect(getAddress()).toBe('Sanne /profile/Sanne?sort=a+b null replace');
  expect(history).toHaveLength(length);
  expect(screen.getByText('a b')).toBeDefined();
  click('Clear');
  expect(getAddress()).toBe('Sanne /profile/Sanne null push');
});

test('assigns each history entry its own key, including fragments added by the browser', async () => {
  const keys: string[] = [];
  function Keys() {
    const { key, hash } = useLocation();
    keys.push(key);
    return <p>at {hash}</p>;
  }
  await show(<Keys />, { at: '/rules' });
  act(() => {
    history.pushState(null, '', '#two');
    dispatchEvent(new PopStateEvent('popstate'));
  });
  expect(screen.getByText('at #two')).toBeDefined();
  expect(new Set(keys).size).toBe(2);
  expect(history.state).toEqual({ key: keys.at(-1) });
});

test('redirects without adding a history entry', async () => {
  history.replaceState(null, '', '/');
  const { length } = history;
  await show(<Redirect to="/auth" state={{ from: '/settings' }} />, { at: '/settings', path: '/settings' });
  expect(location.pathname).toBe('/auth');
  expect(history).toHaveLength(length);
  expect(history.state).toMatchObject({ state: { from: '/settings' } });
});
