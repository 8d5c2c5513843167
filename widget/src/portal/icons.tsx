/** Icons of the customer's page alone. */
const icon = (path: string) =>
  function Icon() {
    return (
      <svg className="icon" viewBox="0 0 20 20" width="20" height="20" aria-hidden="true">
        <path d={path} />
      </svg>
    )
  }

export const Pin = icon('M10 17.5s5.5-5 5.5-9a5.5 5.5 0 0 0-11 0c0 4 5.5 9 5.5 9ZM10 10.5a2 2 0 1 0 0-4 2 2 0 0 0 0 4')
export const Bag = icon('M4.5 7h11l.8 10H3.7ZM7 9V5.5a3 3 0 0 1 6 0V9')
export const People = icon('M7.5 9.5a3 3 0 1 0 0-6 3 3 0 0 0 0 6ZM2 17c0-3 2.4-5 5.5-5s5.5 2 5.5 5M13 4a3 3 0 0 1 0 5.6M15 12.6c1.8.7 3 2.3 3 4.4')
export const Paper = icon('M5 2.5h6.5L15 6v11.5H5ZM11 2.5V6.5h4M7.5 10.5h5M7.5 13.5h5')
export const Days = icon('M3.5 4.5h13v12h-13ZM3.5 8.5h13M7 2.5v3.5M13 2.5v3.5')
export const Pen = icon('m4 16 .8-3.2L13.5 4a1.7 1.7 0 0 1 2.4 2.4l-8.7 8.8ZM12 5.5 14.5 8')
export const Wallet = icon('M3 6h13a1.5 1.5 0 0 1 1.5 1.5v8H4.5A1.5 1.5 0 0 1 3 14ZM3 6l10-3v3M14 11.5h.5')
export const Star = icon('m10 2.8 2.2 4.6 5 .7-3.6 3.5.9 5L10 14.2l-4.5 2.4.9-5L2.8 8.1l5-.7Z')
