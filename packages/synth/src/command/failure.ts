/** Puts file errors into words; anything else is a fault of the program and says where it is. */
export function failure(cause: unknown): string {
  const { code, path } = (cause ?? {}) as { code?: string; path?: string }
  const file = path ?? 'A file'
  if (code === 'ENOENT') return `${file} is not there.`
  if (code === 'EACCES' || code === 'EPERM') return `${file} may not be read or written.`
  if (code === 'EISDIR') return `${file} is a directory, not a file.`
  if (code === 'ENOSPC') return 'The disk is full.'
  return cause instanceof Error ? `Failed: ${cause.message}` : `Failed: ${cause}`
}
