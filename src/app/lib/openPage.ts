/** Opens another page; what waits for it stays busy until the reader comes back. */
export const openPage = (address: string): Promise<void> =>
  new Promise((resolve) => {
    addEventListener('pageshow', () => resolve(), { once: true });
    location.assign(address);
  });
