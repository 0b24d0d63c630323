export interface RawResponse {
  status: number;
  headers: Headers;
  body: unknown;
}

type Save = (path: string, response: RawResponse) => void;
type Find = (path: string) => Promise<RawResponse | null>;

const maxEarlyCopies = 30;

/** The code that saves responses for offline reading registers here because it is loaded after the first responses. */
const copies = {
  save: null as Save | null,
  find: null as Find | null,
  /** Copies that wait for the code. */
  early: [] as [path: string, response: RawResponse][],
  userChanges: 0,
};

/** Also saves the copies that were made earlier. */
export function registerSave(save: Save): void {
  copies.save = save;
  for (const [path, response] of copies.early.splice(0)) save(path, response);
}

export function registerFind(find: Find): void {
  copies.find = find;
}

/** From now on, responses to the previous user's requests are not saved. */
export function recordUserChange(): void {
  copies.early = [];
  copies.userChanges++;
}

/** Call this before the request. @returns a function that saves the response unless the user has changed since */
export function prepareCopy(path: string): (response: RawResponse) => void {
  const { userChanges } = copies;
  return (response) => {
    if (userChanges !== copies.userChanges) return;
    if (copies.save) copies.save(path, response);
    else if (copies.early.length < maxEarlyCopies) copies.early.push([path, response]);
  };
}

export async function findCopy(path: string): Promise<RawResponse | null> {
  return (await copies.find?.(path)) ?? null;
}
