import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { show } from '../testing/show.js';
import { MemberName } from './member.js';

test("links a member's name to the profile unless the member is erased", async () => {
  await show(
    <>
      <MemberName name="Bram" />
      <MemberName name="[deleted]" />
    </>,
  );
  expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual(['/profile/Bram']);
  expect(screen.getByText('[deleted]')).toBeDefined();
});
