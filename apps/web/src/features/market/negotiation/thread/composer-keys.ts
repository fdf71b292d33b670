type Key = {
  key: string
  shiftKey: boolean
  altKey: boolean
  /** While an input method puts a character together, Enter belongs to it. */
  isComposing: boolean
}

/** Returns true for the key that sends: Enter. Shift+Enter breaks the line. */
export const sends = ({ key, shiftKey, altKey, isComposing }: Key) =>
  key === 'Enter' && !shiftKey && !altKey && !isComposing

/** Returns true if a message has attachments or more than whitespace. */
export const hasContent = (body: string, attachments: number) =>
  body.trim() !== '' || attachments > 0
