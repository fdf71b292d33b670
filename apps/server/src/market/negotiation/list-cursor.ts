/** Cursors of lists that are read in parts, or in several orders: they say which. */
import { AppError } from '../../platform/http/errors.ts'

export const encodeListCursor = (tag: string, cursor: string) => `${tag}.${cursor}`

/**
 * Decodes a cursor with its list's tag, the first tag without a cursor. Throws bad_input for a
 * cursor of another list.
 */
export function decodeListCursor<Tag extends string>(
  given: string | undefined,
  tags: readonly [Tag, ...Tag[]],
): { tag: Tag; cursor: string | undefined } {
  if (given === undefined) return { tag: tags[0], cursor: undefined }
  const dot = given.indexOf('.')
  const tag = tags.find((one) => one === given.slice(0, dot))
  if (tag) return { tag, cursor: given.slice(dot + 1) }
  throw new AppError('bad_input', { field: 'cursor', message: 'This page is not available.' })
}
