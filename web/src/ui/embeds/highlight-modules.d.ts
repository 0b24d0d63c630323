declare module '@highlightjs/cdn-assets/es/core.js' {
  type Grammar = import('@highlightjs/cdn-assets/es/languages/*').Grammar;
  const core: {
    registerLanguage(name: string, grammar: Grammar): void;
    getLanguage(name: string): object | undefined;
    highlight(code: string, options: { language: string; ignoreIllegals: boolean }): { value: string };
  };
  export { core as default };
}

declare module '@highlightjs/cdn-assets/es/languages/*' {
  export type Grammar = (core: object) => object;
  const grammar: Grammar;
  export { grammar as default };
}
