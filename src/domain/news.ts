/** News items on the home page and in the last-news call. */
export const lastNewsSize = 9;
