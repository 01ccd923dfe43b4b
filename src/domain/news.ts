/** How many news the home page shows and the last-news call asks for. */
export const lastNewsSize = 9;
