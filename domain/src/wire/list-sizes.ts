/** How many replies come with a wall post; the others are read apart. */
export const repliesShown = 5;

/** How many of the newest threads of each place are looked at for something new. */
export const unreadLooked = 10;
