type Key = {
  key: string
  shiftKey: boolean
  altKey: boolean
  /** While an input method puts a character together, Enter belongs to it. */
  isComposing: boolean
}

/** Enter sends; Shift+Enter breaks the line. */
export const sends = ({ key, shiftKey, altKey, isComposing }: Key) =>
  key === 'Enter' && !shiftKey && !altKey && !isComposing

/** Whitespace alone is no message. */
export const hasContent = (body: string, attachments: number) =>
  body.trim() !== '' || attachments > 0
