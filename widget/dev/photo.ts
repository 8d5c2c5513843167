/** A drawn landscape in place of a photograph: sky, sun, hills, water. */
const PALETTES = [
  ['#f7b267', '#f4845f', '#3c4f76', '#22304f', '#f9d9a8'],
  ['#bfe3f2', '#7cb7d6', '#3d7a6f', '#1d4d4f', '#fff6d6'],
  ['#f6d6ad', '#e09f6d', '#8a5a44', '#5b3a2e', '#fff1d0'],
  ['#cfe0c3', '#9ec1a3', '#40798c', '#1f363d', '#fdf3c4'],
]

function hill(seed: number, base: number, height: number): string {
  const points = Array.from({ length: 13 }, (_, index) => {
    const y = base - Math.abs(Math.sin(seed + index * 0.9)) * height
    return `${index * 100},${Math.round(y)}`
  })
  return `0,800 ${points.join(' ')} 1200,800`
}

export function photo(tour: number): string {
  const [sky, low, far, near, sun] = PALETTES[tour % PALETTES.length]!
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1200 800" width="1200" height="800"><defs><linearGradient id="s" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${sky}"/><stop offset="1" stop-color="${low}"/></linearGradient></defs><rect width="1200" height="800" fill="url(#s)"/><circle cx="${760 + (tour % 3) * 90}" cy="300" r="70" fill="${sun}"/><polygon points="${hill(tour, 520, 160)}" fill="${far}" opacity=".75"/><polygon points="${hill(tour * 2, 600, 110)}" fill="${near}"/><rect y="600" width="1200" height="200" fill="${low}"/><rect y="600" width="1200" height="200" fill="${far}" opacity=".55"/></svg>`
}
