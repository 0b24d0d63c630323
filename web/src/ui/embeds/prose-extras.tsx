import { useEffect, useState, type RefObject } from 'react';
import { createPortal } from 'react-dom';
import { useSections } from '../../shared/state/sections.js';
import { useSite } from '../../shared/state/site.js';
import { CodeBlocks } from './code-blocks.js';
import { EmbedCard, type FoundEmbed } from './embed-card.js';
import { findEmbed } from './find-embed.js';
import styles from './embeds.module.css';
import { nameThreadLinks } from './thread-links.js';

interface Card {
  place: Element;
  embed: FoundEmbed;
}

/** The limit per post. Further links stay links. */
const maxCards = 10;

export function ProseExtras({ text }: { text: RefObject<HTMLElement | null> }) {
  // Unlike the array, the string is not replaced by every update of the site.
  const hosts = useSite((site) => site.image_hosts.join(' '));
  const [cards, setCards] = useState<readonly Card[]>([]);
  useEffect(() => {
    const cards = text.current ? listCards(text.current, hosts.split(' ')) : [];
    queueMicrotask(() => setCards(cards));
    return () => cards.forEach(removePlace);
  }, [text, hosts]);
  // The visible places may have changed, so titles are requested again.
  const position = useSections((state) => state.position);
  useEffect(() => {
    if (text.current) void nameThreadLinks(text.current);
  }, [text, position]);
  return (
    <>
      {cards.map(({ place, embed }, index) => createPortal(<EmbedCard embed={embed} />, place, String(index)))}
      <CodeBlocks text={text} />
    </>
  );
}

function listCards(text: HTMLElement, imageHosts: readonly string[]): Card[] {
  const cards: Card[] = [];
  for (const paragraph of text.children) {
    const link = paragraph.hasAttribute('data-alone') && paragraph.firstElementChild;
    const embed = link instanceof HTMLAnchorElement ? findEmbed(link.href, imageHosts) : null;
    if (!link || !embed || cards.length === maxCards) continue;
    const linkText = link.textContent;
    const place = document.createElement('span');
    paragraph.classList.add(styles['embed'] ?? '');
    paragraph.append(place);
    cards.push({ place, embed: { ...embed, label: /^https?:/.test(linkText) ? null : linkText } });
  }
  return cards;
}

function removePlace({ place }: Card): void {
  place.parentElement?.classList.remove(styles['embed'] ?? '');
  place.remove();
}
