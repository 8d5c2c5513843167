/** Fetch the palette before it is needed; it stays out of the first load. */
export const loadPalette = () => import('./components/palette')
