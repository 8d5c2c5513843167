const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }
const escape = (text: string) => text.replace(/[&<>]/g, (letter) => escapes[letter] ?? letter)
const unescape = (text: string) =>
  text
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&quot;/g, '"')
    .replace(/&nbsp;/g, ' ')
    .replace(/&amp;/g, '&')

/** What people type (blank lines, "# " for a heading, "- " for points) as the HTML that is kept. */
export function htmlOf(text: string): string {
  return text
    .trim()
    .split(/\n\s*\n/)
    .filter((block) => block.trim())
    .map((block) => blockOf(block.trim()))
    .join('')
}

function blockOf(block: string): string {
  if (/^#\s+/.test(block) && !block.includes('\n')) return `<h2>${escape(block.replace(/^#\s+/, ''))}</h2>`
  const lines = block.split('\n').map((line) => line.trim())
  if (lines.every((line) => /^[-•*]\s+/.test(line))) {
    return `<ul>${lines.map((line) => `<li>${escape(line.replace(/^[-•*]\s+/, ''))}</li>`).join('')}</ul>`
  }
  return `<p>${lines.map(escape).join('<br>')}</p>`
}

/** Kept HTML as people type it. */
export function textOf(html: string): string {
  const text = html
    .replace(/<h[23]>([\s\S]*?)<\/h[23]>/g, '\n\n# $1\n\n')
    .replace(/<li>([\s\S]*?)<\/li>/g, '\n- $1')
    .replace(/<\/?[uo]l>/g, '\n\n')
    .replace(/<br\s*\/?>/g, '\n')
    .replace(/<p>([\s\S]*?)<\/p>/g, '\n\n$1\n\n')
    .replace(/<[^>]+>/g, '')
  return unescape(text)
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}
