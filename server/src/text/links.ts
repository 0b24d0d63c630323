import { LinkifyIt, REBuilder } from 'linkify-it';
import type { MarkdownIt } from 'markdown-it';

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
  // Emphasis around an address, and punctuation before the emphasis, do not belong to the address.
  return pattern.exec(text)?.[0].replace(/[*_~?!.,:;]+$/, '').length ?? 0;
}

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

/** Addresses without a scheme must be matched before emphasis, as markdown-it does for other addresses. */
export function links(markdown: MarkdownIt): void {
  markdown.linkify = createAddressFinder();
  markdown.inline.ruler.before('text', 'www', (state, silent) => {
    if (state.linkLevel > 0) return false;
    textBeforeAddress.lastIndex = state.pos;
    const start = state.pos + (textBeforeAddress.exec(state.src)?.[0].length ?? Infinity);
    const length = start < state.posMax ? markdown.linkify.testSchemaAt(state.src, scheme, start + scheme.length) : 0;
    if (length === 0) return false;
    const end = start + scheme.length + length;
    const address = state.src.slice(start, end);
    const href = markdown.normalizeLink(`http://${address}`);
    if (!markdown.validateLink(href)) return false;
    if (!silent) {
      state.pending += state.src.slice(state.pos, start);
      state.push('link_open', 'a', 1).attrs = [['href', href]];
      state.push('text', '', 0).content = address;
      state.push('link_close', 'a', -1);
    }
    state.pos = end;
    return true;
  });
}
