export class PublicLinks {
  constructor(readonly publicUrl: string) {}

  buildThreadUrl(id: number): string {
    return `${this.publicUrl}/forums/thread/${id}`;
  }

  buildProfileUrl(username: string): string {
    return `${this.publicUrl}/profile/${encodeURIComponent(username)}`;
  }

  place(section: string, subsection?: string): string {
    const names = subsection === undefined ? [section] : [section, subsection];
    return `${this.publicUrl}/forums/${names.map(encodeURIComponent).join('/')}`;
  }
}
