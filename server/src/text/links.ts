import { LinkifyIt, REBuilder } from 'linkify-it';
import type { MarkdownIt, StateInline } from 'markdown-it';

/**
 * These scripts have no spaces between words: Thai to Khmer, Chinese, Japanese, and Korean, where particles follow a
 * word directly.
 */
const unspacedScripts =
  '[\\u0e01-\\u0eff\\u1000-\\u109f\\u1100-\\u11ff\\u1780-\\u17ff\\u3041-\\u318e\\u31a0-\\u31ff\\u3400-\\u9fff\\ua960-\\ua97f\\uac00-\\ud7ff\\ud840-\\ud888\\uf900-\\ufaff\\uff66-\\uffdc]';

class AddressRules extends REBuilder {
  /** Ends an address at a spoiler's bars, and where text in one of these scripts follows it without a space. */
  override get_text_separators(): RegExp {
    return (this.cache['text_separators'] ??= new RegExp(
      `[><\\uff5c]|\\|\\||(?<=[A-Za-z0-9])${unspacedScripts}(?!(?:[A-Za-z0-9]|${unspacedScripts}){0,50}[-./?=&#%_~:]{1,3}[A-Za-z0-9])`,
    ));
  }

  override get_host_terminator(): RegExp {
    return (this.cache['src_host_terminator'] ??= new RegExp(
      `(?=$|${this.get_text_separators().source}|${this.src_ZPCc})(?!-|:\\d|\\.-|\\.(?!$|${this.src_ZPCc}))`,
    ));
  }

  override get_domain(): RegExp {
    const letter = this.get_pseudo_letter().source;
    return (this.cache['src_domain'] ??= new RegExp(
      `(?:${this.get_xn().source}|${letter}(?:(?:[-_]|${letter}){0,61}${letter})?)`,
    ));
  }
}

/** After one of these characters, `www.` is part of something else. */
const joiningEnd = /(?:[A-Za-z0-9.@/-]|[A-Za-z0-9]_)$/;
const scheme = 'www.';

function measureMatch(pattern: RegExp, text: string, from: number): number {
  pattern.lastIndex = from;
  return pattern.exec(text)?.[0].replace(/[*~?!.,:;]+$/, '').length ?? 0;
}

/**
 * Emphasis around an address, and punctuation before the emphasis, do not belong to the address. Player names may end
 * in `_`, so an address loses only as many underscores as begin emphasis before it.
 */
function trimEmphasis(address: string, { delimiters }: StateInline): string {
  const underscores = delimiters.filter(({ marker }) => marker === underscore);
  let unclosedCount = underscores.reduce((sum, { open, close }) => Math.max(0, sum + Number(open) - Number(close)), 0);
  let trimmedAddress = address;
  for (; trimmedAddress.endsWith('_') && unclosedCount > 0; unclosedCount--)
    trimmedAddress = trimmedAddress.slice(0, -1);
  return trimmedAddress === address ? address : trimmedAddress.replace(/[*~?!.,:;]+$/, '');
}

const underscore = '_'.charCodeAt(0);

function createAddressFinder(): LinkifyIt {
  const finder = new LinkifyIt({ rebuilder: new AddressRules() });
  const validate = (text: string, pos: number) => measureMatch(finder.re.get_http_validator(), text, pos);
  return finder
    .add('http:', { validate })
    .add('https:', { validate })
    .add(scheme, {
      validate(text, pos) {
        const start = pos - scheme.length;
        if (joiningEnd.test(text.slice(Math.max(0, start - 2), start))) return 0;
        return Math.max(0, measureMatch(finder.re.get_relative_proto_validator(), text, start) - scheme.length);
      },
      normalize(match) {
        match.url = `http://${match.url}`;
      },
    });
}

/** Matches the plain text before an address without a scheme, with nothing that can begin markup. */
const textBeforeAddress = /(?:(?!\|\|)[^\n!#$%&*+\-:<=>@[\\\]^_`{}~])*?(?=www\.)/iy;

/** The end of a text before `://`. */
const schemeEnd = /(?<![a-z\d+.-])https?$/i;

/**
 * Replaces markdown-it's own rule, which does not see the emphasis around an address. Addresses without a scheme must
 * be matched before emphasis too.
 */
export function addLinks(markdown: MarkdownIt): void {
  markdown.linkify = createAddressFinder();
  markdown.inline.ruler.at('linkify', (state, silent) => {
    if (state.linkLevel > 0 || !state.src.startsWith('://', state.pos)) return false;
    const name = schemeEnd.exec(state.pending.slice(-6))?.[0];
    if (name === undefined) return false;
    const start = state.pos - name.length;
    return linkAddress(markdown, state, silent, start, `${name}:`);
  });
  markdown.inline.ruler.before('text', 'www', (state, silent) => {
    if (state.linkLevel > 0) return false;
    textBeforeAddress.lastIndex = state.pos;
    const start = state.pos + (textBeforeAddress.exec(state.src)?.[0].length ?? Infinity);
    return start < state.posMax && linkAddress(markdown, state, silent, start, scheme);
  });
}

function linkAddress(markdown: MarkdownIt, state: StateInline, silent: boolean, start: number, schema: string) {
  const length = markdown.linkify.testSchemaAt(state.src, schema, start + schema.length);
  if (length === 0) return false;
  const address = trimEmphasis(state.src.slice(start, start + schema.length + length), state);
  const href = markdown.normalizeLink(schema === scheme ? `http://${address}` : address);
  if (!markdown.validateLink(href)) return false;
  if (!silent) {
    // The text before an address without a scheme is not pending yet, but a scheme already is.
    if (start < state.pos) state.pending = state.pending.slice(0, start - state.pos);
    else state.pending += state.src.slice(state.pos, start);
    state.push('link_open', 'a', 1).attrs = [['href', href]];
    state.push('text', '', 0).content = schema === scheme ? address : markdown.normalizeLinkText(address);
    state.push('link_close', 'a', -1);
  }
  state.pos = start + address.length;
  return true;
}
