import type { MarkdownIt, RendererRule, StateCore, Token } from 'markdown-it';
import container from 'markdown-it-container';
import { getBudget } from './render-budget.js';

const defaultTitle = 'Details';

/** Renders `:::details Title` up to `:::`. To nest blocks, the outer one uses more colons. Titles are plain text. */
function addDetails(markdown: MarkdownIt): void {
  container(markdown, 'details', {
    render: (tokens, index) => {
      const { nesting, content } = tokens[index] as Token;
      if (nesting < 0) return '</details>\n';
      return `<details class="details"><summary dir="auto">${markdown.utils.escapeHtml(content)}</summary>\n`;
    },
  });
  markdown.core.ruler.push('details_titles', ({ tokens }) => {
    for (const token of tokens) {
      if (token.type === 'container_details_open') token.content = parseTitle(token.info);
    }
  });
}

const parseTitle = (info: string): string => info.trim().slice('details'.length).trim() || defaultTitle;

const taskMark = /^\[([ xX])\](?=[ \u00a0])/;

/** Renders `- [ ]` and `- [x]` at the start of a list item as checkboxes that readers cannot change. */
function addTasks(markdown: MarkdownIt): void {
  markdown.core.ruler.push('tasks', ({ tokens, env }) => {
    for (const [index, { type, children }] of tokens.entries()) {
      const item = tokens[index - 2];
      const firstChild = children?.[0];
      if (type !== 'inline' || item?.type !== 'list_item_open' || firstChild?.type !== 'text') continue;
      const mark = taskMark.exec(firstChild.content);
      if (!mark) continue;
      item.attrSet('class', 'task');
      firstChild.content = firstChild.content.slice(mark[0].length);
      children?.unshift(createCheckbox(firstChild.constructor as typeof Token, mark[1] !== ' ', env));
    }
  });
}

function createCheckbox(TokenOf: typeof Token, isDone: boolean, env: StateCore['env']): Token {
  getBudget(env).takeToken();
  const token = new TokenOf('task_checkbox', 'input', 0);
  token.attrs = [
    ['type', 'checkbox'],
    ['aria-label', 'Done'],
    ...(isDone ? [['checked', ''] as [string, string]] : []),
    ['disabled', ''],
  ];
  return token;
}

interface CodeLanguage {
  label: string;
  /** Names that members write after the fence. The first is also the class, for which pages have a grammar. */
  names: readonly [string, ...string[]];
}

export const codeLanguages: readonly CodeLanguage[] = [
  { label: 'Bash', names: ['bash', 'sh', 'shell', 'zsh', 'console'] },
  { label: 'CSS', names: ['css'] },
  { label: 'Diff', names: ['diff', 'patch'] },
  { label: 'INI', names: ['ini', 'toml', 'conf', 'cfg'] },
  { label: 'Java', names: ['java'] },
  { label: 'JavaScript', names: ['javascript', 'js', 'jsx', 'mjs', 'cjs'] },
  { label: 'JSON', names: ['json', 'json5', 'jsonc'] },
  { label: 'Kotlin', names: ['kotlin', 'kt', 'kts'] },
  { label: 'Markdown', names: ['markdown', 'md'] },
  { label: 'Properties', names: ['properties'] },
  { label: 'Python', names: ['python', 'py'] },
  { label: 'SQL', names: ['sql'] },
  { label: 'TypeScript', names: ['typescript', 'ts', 'tsx'] },
  { label: 'HTML, XML', names: ['xml', 'html', 'svg'] },
  { label: 'YAML', names: ['yaml', 'yml'] },
];

function parseLanguage(info: string): CodeLanguage | undefined {
  const language = /\S*/.exec(info.trimStart())?.[0].toLowerCase() ?? '';
  return codeLanguages.find(({ names }) => names.includes(language));
}

/** Wraps code in an element with room for the language and a button. Only known languages become a class. */
function addCode({ renderer: { rules } }: MarkdownIt): void {
  for (const type of ['fence', 'code_block'] as const) {
    const renderCode = rules[type] as RendererRule;
    rules[type] = (tokens, index, ...others) => {
      const token = tokens[index] as Token;
      const language = parseLanguage(token.info);
      token.info = language?.names[0] ?? '';
      const label = language ? ` data-language="${language.label}"` : '';
      return `<div class="code-block"${label}>${renderCode(tokens, index, ...others).trimEnd()}</div>\n`;
    };
  }
}

/** The pages' content security policy disables the style attributes that would align cells. */
function addAlignments(markdown: MarkdownIt): void {
  markdown.core.ruler.push('alignments', ({ tokens }) => {
    for (const { type, attrs } of tokens) {
      if (type !== 'th_open' && type !== 'td_open') continue;
      for (const attribute of attrs ?? []) {
        if (attribute[0] === 'style')
          attribute.splice(0, 2, 'data-align', String(attribute[1]).slice('text-align:'.length));
      }
    }
  });
}

export function addBlocks(markdown: MarkdownIt): void {
  markdown.use(addDetails).use(addTasks).use(addCode).use(addAlignments);
}
