import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { anna } from '../../testing/rows.js';
import { show } from '../../testing/show.js';
import { VerifyPage } from './verify-page.js';

const getLinks = () => screen.getAllByRole('link').map((link) => link.getAttribute('href'));

for (const [query, title] of [
  ['?success=true', 'Email Verified!'],
  ['?success=false', 'Verification Failed'],
  ['', 'Verification Failed'],
] as const) {
  test(`shows "${title}" to a guest for ${query || 'a URL without an outcome'}`, async () => {
    await show(<VerifyPage />, { at: `/verify${query}` });
    expect(screen.getByRole('heading').textContent).toBe(title);
    expect(getLinks()).toEqual(['/auth']);
  });
}

test("links to a member's profile after the verification link logged them in", async () => {
  await show(<VerifyPage />, { as: anna, at: '/verify?success=true' });
  screen.getByText('Your account is active, and you are logged in as Anna.');
  expect(getLinks()).toEqual(['/', '/profile/Anna']);
});
