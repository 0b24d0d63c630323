import { useState } from 'react';
import { Button } from '../button.js';
import type { Embed } from './find-embed.js';
import styles from './embeds.module.css';
import { texts } from './texts.js';

/** `label` is the link's text. It is null if the text is the URL. */
export type FoundEmbed = Embed & { label: string | null };

/** Requests nothing from the other site before a click. */
export function EmbedCard({ embed }: { embed: FoundEmbed }) {
  const [open, setOpen] = useState(false);
  const text = open ? texts[embed.kind].hide : texts[embed.kind].load;
  const site = embed.kind === 'video' ? texts.videoSite : embed.host;
  return (
    <>
      <Button aria-expanded={open} aria-label={texts.from(text, site)} onClick={() => setOpen(!open)}>
        {text}
      </Button>
      {open && (embed.kind === 'video' ? <Video embed={embed} /> : <Picture embed={embed} />)}
    </>
  );
}

/** The player requires a referrer but gets only the site's origin. */
function Video({ embed }: { embed: FoundEmbed & { kind: 'video' } }) {
  return (
    <iframe
      className={`rounded-small ${styles['video']} ${embed.isTall ? styles['tall'] : ''}`}
      src={embed.src}
      title={embed.label ?? texts.video.title}
      sandbox="allow-scripts allow-same-origin allow-presentation allow-popups"
      allow="encrypted-media; fullscreen; picture-in-picture"
      referrerPolicy="strict-origin-when-cross-origin"
    />
  );
}

function Picture({ embed }: { embed: FoundEmbed & { kind: 'image' } }) {
  const [hasFailed, setFailed] = useState(false);
  if (hasFailed) {
    return (
      <span role="status" className={`muted ${styles['failureText']}`}>
        {texts.image.failed}
      </span>
    );
  }
  return (
    <img
      className={styles['image']}
      src={embed.src}
      alt={embed.label ?? texts.image.alt(embed.host)}
      referrerPolicy="no-referrer"
      onError={() => setFailed(true)}
    />
  );
}
