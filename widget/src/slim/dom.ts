/** Stands in for `react-dom/client`. */
export { createRoot } from './draw'
