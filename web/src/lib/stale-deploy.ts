/** Whether a part of the page could not be fetched: after a new version, its old files are gone. */
export function isStaleDeploy(error: Error): boolean {
  return (
    error.name === 'ChunkLoadError' ||
    /Loading (CSS )?chunk|Failed to load chunk|dynamically imported module|error loading dynamically/i.test(
      error.message,
    )
  )
}

const place = 'outfitter:reloaded'
const pause = 60_000

/** Whether loading the page anew may help: not when that was just tried. */
export function mayReload(now = Date.now()): boolean {
  try {
    return now - Number(sessionStorage.getItem(place) ?? 0) >= pause
  } catch {
    return false // without a memory it could go round for ever
  }
}

/** Load the page anew for the new version's files, at most once in a while. */
export function reloadOnce(now = Date.now()) {
  if (!mayReload(now)) return
  sessionStorage.setItem(place, String(now))
  window.location.reload()
}
