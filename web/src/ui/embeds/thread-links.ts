import type { ThreadTitle } from '@guildhall/domain/wire/schemas/forum/threads.js';
import { create } from 'zustand';
import { get } from '../../shared/api/api.js';
import { texts } from './texts.js';

const threadPath = /^\/forums\/thread\/([1-9]\d{0,15})$/;
/** The limit per request. Further links show their URL. */
const maxThreads = 50;

/** The server omits titles that the reader may not see. */
export async function nameThreadLinks(text: Element): Promise<void> {
  const links = [...text.querySelectorAll('a')].flatMap((link) => {
    const [, id] = (link.origin === location.origin && threadPath.exec(link.pathname)) || [];
    const address = link.dataset['address'] ?? link.textContent;
    return id !== undefined && isAddressText(link, address) ? [{ link, id: Number(id), address }] : [];
  });
  if (links.length === 0) return;
  const titles = await requestTitles(links.map(({ id }) => id));
  for (const { link, id, address } of links) {
    const title = titles.get(id);
    link.dataset['address'] = address;
    link.textContent = title === undefined ? address : link.hash === '' ? title : texts.replyIn(title);
  }
}

/** Returns false if the author gave the link its own text. */
function isAddressText({ href, hash, pathname }: HTMLAnchorElement, linkText: string): boolean {
  const trimmedText = linkText.trim();
  return [href, href.replace(/^https?:\/\//, ''), pathname + hash].includes(trimmedText);
}

interface Batch {
  ids: Set<number>;
  titles: Promise<ReadonlyMap<number, string>>;
}

const useBatch = create<{ batch: Batch | null }>(() => ({ batch: null }));

/** Simultaneous calls share a request. Resolves to an empty map if it fails. */
function requestTitles(ids: readonly number[]): Batch['titles'] {
  const batch = useBatch.getState().batch ?? startBatch();
  for (const id of ids) batch.ids.add(id);
  return batch.titles;
}

function startBatch(): Batch {
  const ids = new Set<number>();
  const batchEnd = new Promise((resolve) => setTimeout(resolve));
  const titles = batchEnd.then(() => {
    useBatch.setState({ batch: null });
    return fetchTitles([...ids].slice(0, maxThreads));
  });
  const batch = { ids, titles };
  useBatch.setState({ batch });
  return batch;
}

async function fetchTitles(ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
  const response = await get<ThreadTitle[]>(`/forums/thread-titles?threads=${ids.join(',')}`).catch(() => null);
  return new Map(response?.body.map(({ id, title }) => [id, title]));
}
