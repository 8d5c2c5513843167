/**
 * Open the drawer for cash that was taken or given back just now; its code is not part of every sale.
 *
 * Without a connection it stays shut: its key opens it.
 */
export const openForCash = () =>
  void import('./drawer').then(
    ({ openDrawerForCash }) => openDrawerForCash(),
    () => undefined,
  )
