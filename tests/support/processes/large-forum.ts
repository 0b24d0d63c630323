import { readEnv } from '@guildhall/server/process/env.js';
import { fillStores, Forum } from '../../../bench/forum.mjs';

/** Adds members, and the posts that `write` creates in their names, to a stopped server's data folder. */
export function addForum(
  dataDir: string,
  members: number,
  write: (forum: Forum) => Promise<void> = () => Promise.resolve(),
  random?: () => number,
): Promise<Forum> {
  return fillStores(readEnv({ DATA_DIR: dataDir }), async (stores) => {
    const forum = new Forum(stores, [], { random });
    await forum.addMembers(members, 'nobody logs in with this');
    await write(forum);
    return forum;
  });
}

/** Adds about this number of events for members, threads, replies and changes. @returns the members' ids */
export async function addLargeForum(
  dataDir: string,
  size: { events: number; members: number; sections: readonly number[] },
  random: () => number,
): Promise<number[]> {
  const write = async (forum: Forum) => {
    forum.sections = [...size.sections];
    await forum.addThreads(Math.floor(size.events * 0.05));
    await forum.addReplies(Math.floor(size.events * 0.85));
    await forum.addChanges(Math.floor(size.events * 0.05));
  };
  return (await addForum(dataDir, size.members, write, random)).members;
}
