import type { TextColour } from '@guildhall/domain/status/description.js';
import type { ServerRow } from '@guildhall/domain/wire/schemas/site/servers.js';
import styles from './game-text.module.css';

/** The colours of the game's chat, with a contrast ratio of at least 7 against the background. */
export const gameColours: Readonly<Record<TextColour, string>> = {
  black: '#b0b0b0',
  dark_blue: '#a3b4ff',
  dark_green: '#5fd05f',
  dark_aqua: '#43cccc',
  dark_red: '#ff9b94',
  dark_purple: '#e0a6ff',
  gold: '#ffb429',
  gray: '#c6c6c6',
  dark_gray: '#b8b8b8',
  blue: '#adbaff',
  green: '#7dff7d',
  aqua: '#7dffff',
  red: '#ffa3a3',
  light_purple: '#ffa8ff',
  yellow: '#ffff7d',
  white: '#ffffff',
};

/** Shows a game server's description on a dark background, as the game does, in every appearance of the site. */
export function GameText({ parts }: { parts: ServerRow['description'] }) {
  return (
    <p className={`rounded-small text-14 multiline break-anywhere ${styles['box']}`} dir="auto">
      {parts.map(({ text, colour, styles: looks }, index) => (
        <span
          key={index}
          className={looks.map((look) => (look === 'bold' ? 'bold' : styles[look])).join(' ')}
          style={{ color: gameColours[colour ?? 'gray'] }}
        >
          {text}
        </span>
      ))}
    </p>
  );
}
