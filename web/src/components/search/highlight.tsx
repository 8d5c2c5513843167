import { pieces } from './model'

/** A text with what the query matched set off by weight and a line, not by colour alone. */
export function Highlight({ text, query }: { text: string; query: string }) {
  return pieces(text, query).map((piece, index) =>
    piece.isHit ? (
      <mark key={index} className="bg-transparent font-semibold text-inherit underline decoration-accent decoration-2">
        {piece.text}
      </mark>
    ) : (
      <span key={index}>{piece.text}</span>
    ),
  )
}
