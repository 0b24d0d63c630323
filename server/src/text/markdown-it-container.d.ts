declare module 'markdown-it-container' {
  import type { MarkdownIt, RendererRule } from 'markdown-it';
  function container(markdown: MarkdownIt, name: string, options: { render: RendererRule }): void;
  export { container as default };
}
