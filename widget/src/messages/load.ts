/** How a language's messages come: in the page already, else from a file of their own. */

/** The folder of this build's messages below the page's base. */
declare const MESSAGES: string

/** Returns the way to load one page's messages; `files` are for development and tests, which have no build. */
export function loaderOf<Messages>(
  page: string,
  files: () => Record<string, () => Promise<Messages>>,
): (language: string) => Promise<Messages> {
  if (!import.meta.env.PROD) return (language) => files()[`./${language}.json`]!()
  return async (language) => {
    const answer = await fetch(`${import.meta.env.BASE_URL}${MESSAGES}/${page}/${language}.json`)
    if (!answer.ok) throw new Error(`There are no messages in ${language}.`)
    return (await answer.json()) as Messages
  }
}
