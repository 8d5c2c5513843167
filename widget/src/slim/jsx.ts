/** Stands in for `react/jsx-runtime`. */
export { Fragment, jsx, jsx as jsxs, jsx as jsxDEV } from './draw'
