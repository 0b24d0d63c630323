import { emptyHtml, html, Html } from '../../text/html.js';
import type { ColourRole, EmailColours } from './email-colours.js';

export interface EmailSite {
  name: string;
  url: string;
  logo: string | null;
  colours: EmailColours;
}

/** `[element's own style, colour roles]`: each role is a class, for the dark appearance, and a declaration. */
type Look = readonly [style: string, ...roles: ColourRole[]];

export class EmailHtml {
  constructor(private readonly site: EmailSite) {}

  renderAttributes(...[style, ...roles]: Look): Html {
    const declarations = [...roles.map((role) => this.site.colours.light[role]), style].filter(Boolean).join('; ');
    return html`class="${roles.join(' ')}" style="${declarations}"`;
  }

  renderParagraph(content: Html | string, ...[style, ...roles]: Look): Html {
    return html`<p ${this.renderAttributes(`margin: 0 0 12px; ${style}`, ...roles)}>${content}</p>`;
  }

  renderHeading(content: string): Html {
    return html`<h2 ${this.renderAttributes('margin: 24px 0 12px; font-size: 18px; line-height: 1.3', 'text')}>
      ${content}
    </h2>`;
  }

  link(address: string, content: string): Html {
    return html`<a href="${address}" ${this.renderAttributes('', 'link')}>${content}</a>`;
  }

  /** The border preserves the button's height in programs that ignore a link's padding. */
  renderButton(address: string, content: string, isMain: boolean): Html {
    const shape =
      'display: inline-block; margin: 0 8px 8px 0; padding: 10px 18px; border-width: 1px; border-style: solid; border-radius: 8px; font-weight: 600; text-decoration: none';
    const look: Look = isMain ? [shape, 'button', 'bar', 'ink'] : [shape, 'line', 'text'];
    return html`<a href="${address}" ${this.renderAttributes(...look)}>${content}</a>`;
  }

  quote(text: string): Html {
    const lines = text.split('\n').flatMap((line, index) => [...(index === 0 ? [] : [html`<br />`]), html`${line}`]);
    const style =
      'margin: 0 0 12px; padding: 8px 12px; border-left-width: 4px; border-left-style: solid; overflow-wrap: anywhere';
    return html`<blockquote ${this.renderAttributes(style, 'quote', 'bar', 'text')}>${lines}</blockquote>`;
  }

  renderPage({
    title,
    preview,
    content,
    footer,
  }: {
    title: string;
    preview: string;
    content: Html;
    footer: Html;
  }): string {
    const { colours } = this.site;
    const body =
      "margin: 0; padding: 0; font-family: 'Segoe UI', Roboto, Helvetica, Arial, sans-serif; font-size: 16px";
    const card =
      'max-width: 560px; margin: 0 auto; padding: 24px 20px; border-width: 1px; border-style: solid; border-radius: 12px; line-height: 1.5';
    const hiddenStyle = 'display: none; max-height: 0; overflow: hidden';
    return html`<!doctype html>
      <html lang="en">
        <head>
          <meta charset="utf-8" />
          <meta name="viewport" content="width=device-width, initial-scale=1" />
          <meta name="color-scheme" content="light dark" />
          <meta name="supported-color-schemes" content="light dark" />
          <title>${title}</title>
          <style>
            :root { color-scheme: light dark; supported-color-schemes: light dark }
            @media (prefers-color-scheme: dark) {
            ${new Html(colours.darkSheet)}
            }
          </style>
        </head>
        <body ${this.renderAttributes(body, 'page')}>
          <div style="${hiddenStyle}">${preview}</div>
          <div ${this.renderAttributes('padding: 16px 8px', 'page')}>
            <div ${this.renderAttributes(card, 'card', 'line', 'text')}>${this.renderHeader()} ${content}</div>
            <div
              ${this.renderAttributes('max-width: 560px; margin: 0 auto; padding: 16px 20px; font-size: 14px; line-height: 1.5', 'muted')}
            >
              ${footer}
            </div>
          </div>
        </body>
      </html> `.text;
  }

  /** The site's name follows the picture as text, so the header is readable even where pictures are blocked. */
  private renderHeader(): Html {
    const { name, url, logo } = this.site;
    const picture =
      logo === null
        ? emptyHtml
        : html`<img
            src="${logo}"
            alt=""
            height="28"
            style="height: 28px; margin: 0 6px 0 0; border: 0; vertical-align: middle"
          />`;
    const look = this.renderAttributes('font-size: 18px; font-weight: 700; text-decoration: none', 'text');
    return html`<p style="margin: 0 0 20px"><a href="${url}" ${look}>${picture}${name}</a></p>`;
  }
}
