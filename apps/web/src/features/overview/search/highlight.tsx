import { segmentsOf } from './highlight-segments.ts'

/** Marks what was typed. */
export function Highlight({ text, words }: { text: string; words: string[] }) {
  return segmentsOf(text, words).map((piece, place) =>
    place % 2 === 1 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of one text have no other name
      <mark key={place} className="bg-transparent font-semibold text-primary">
        {piece}
      </mark>
    ) : (
      piece
    ),
  )
}
