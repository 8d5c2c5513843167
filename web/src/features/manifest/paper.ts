/** Open the printable manifest of a departure or of a whole day in a tab of its own. */
export function openPaper(of: { timeslot: number } | { date: string }) {
  const address = 'timeslot' in of ? `/api/manifest/${of.timeslot}/print` : `/api/manifest/day/${of.date}/print`
  window.open(address, '_blank', 'noopener')
}
