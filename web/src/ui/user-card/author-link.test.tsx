import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { show } from '../../testing/show.js';
import { AuthorName, AuthorPicture } from './author-link.js';

test.each([
  ['name', (name: string) => <AuthorName name={name} />],
  ['picture', (name: string) => <AuthorPicture name={name} url={null} />],
])("links an author's %s to the profile unless the author is erased", async (_, element) => {
  await show(
    <>
      {element('Bram')}
      {element('[deleted]')}
    </>,
  );
  const links = screen.getAllByRole('link', { hidden: true });
  expect(links.map((link) => link.getAttribute('href'))).toEqual(['/profile/Bram']);
});
