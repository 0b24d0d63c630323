declare module 'negotiator' {
  class Negotiator {
    constructor(request: { headers: object });
    encoding(available: readonly string[], preferred: readonly string[]): string | undefined;
  }
  export { Negotiator as default };
}
