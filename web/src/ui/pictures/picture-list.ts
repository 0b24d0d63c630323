interface ReplyText {
  order: string;
  content_html: string;
}

/** Reads the replies in a thread that its page has not loaded. */
export interface ReplyReader {
  isMissing: (after: string, before: string) => boolean;
  /** Reads replies that are missing between two orders, beginning at `after` or, backwards, at `before`. */
  read: (after: string, before: string, backwards: boolean) => Promise<ReplyText[]>;
}

interface Picture {
  href: string;
  alt: string;
  /** The order of its reply. Empty for the text that begins the thread, and outside threads. */
  order: string;
  /** Null if the page has not loaded the reply. */
  link: HTMLAnchorElement | null;
}

export interface PicturePlace {
  pictures: readonly Picture[];
  index: number;
}

export const lastOrder = '\uffff';
const maxReads = 10;

/** An edit replaces all of a post's links, so the link may have to be found by its URL. */
export function findPlace(link: HTMLAnchorElement): PicturePlace {
  const page = link.closest('main') ?? document.body;
  const pictures = listPictures([...page.querySelectorAll<HTMLElement>('.prose')], link);
  const index = pictures.findIndex((picture) => picture.link === link);
  return { pictures, index: index === -1 ? pictures.findIndex(({ href }) => href === link.href) : index };
}

/** True if the page has not loaded all replies between the picture and its neighbour. */
export const isMissingBeside = (place: PicturePlace, backwards: boolean, reader: ReplyReader | null): boolean =>
  reader?.isMissing(...getRangeBeside(place, backwards)) === true;

/** Adds the pictures of the nearest missing replies. */
export async function readBeside(place: PicturePlace, backwards: boolean, reader: ReplyReader): Promise<PicturePlace> {
  let { pictures, index } = place;
  for (let reads = 0; reads < maxReads && isMissingBeside({ pictures, index }, backwards, reader); reads++) {
    const [after, before] = getRangeBeside({ pictures, index }, backwards);
    const replies = await reader.read(after, before, backwards);
    const foundPictures = replies.filter(({ order }) => order > after && order < before).flatMap(findPictures);
    const insertAt = backwards ? index : index + 1;
    pictures = [...pictures.slice(0, insertAt), ...foundPictures, ...pictures.slice(insertAt)];
    if (backwards) index += foundPictures.length;
  }
  return { pictures, index };
}

function getRangeBeside({ pictures, index }: PicturePlace, backwards: boolean): [after: string, before: string] {
  const order = pictures[index]?.order ?? '';
  if (backwards) return [pictures[index - 1]?.order ?? '', order];
  return [order, pictures[index + 1]?.order ?? lastOrder];
}

/** `DOMParser` does not load pictures. */
function findPictures({ order, content_html }: ReplyText): Picture[] {
  const { body } = new DOMParser().parseFromString(content_html, 'text/html');
  return listPictures([body]).map((picture) => ({ ...picture, order, link: null }));
}

/** Excludes pictures in spoilers that the reader has not opened. */
function listPictures(texts: readonly HTMLElement[], pressedLink?: HTMLAnchorElement) {
  const links = texts.flatMap((text) => [...text.querySelectorAll<HTMLAnchorElement>('a.picture')]);
  const visible = links.filter((link) => link === pressedLink || !link.closest('.spoiler:not(.shown)'));
  return visible.map((link) => ({
    href: link.href,
    alt: link.querySelector<HTMLImageElement>('img:not(.placeholder)')?.alt ?? '',
    order: link.closest<HTMLElement>('[data-order]')?.dataset['order'] ?? '',
    link,
  }));
}
