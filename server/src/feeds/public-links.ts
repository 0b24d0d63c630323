/** The absolute addresses of pages, for feeds, sitemaps and mails. */
export class PublicLinks {
  /** `publicUrl`: without a slash at its end. */
  constructor(readonly publicUrl: string) {}

  thread(id: number): string {
    return `${this.publicUrl}/forums/thread/${id}`;
  }

  profile(username: string): string {
    return `${this.publicUrl}/profile/${encodeURIComponent(username)}`;
  }

  /** A section, or a subsection in it, by their names. */
  place(section: string, subsection?: string): string {
    const names = subsection === undefined ? [section] : [section, subsection];
    return `${this.publicUrl}/forums/${names.map(encodeURIComponent).join('/')}`;
  }
}
