/**
 * Returns bare file names if they are distinct, otherwise names with their folders. Tables are
 * named after them.
 */
export function distinctNames(paths: string[]): string[] {
  const bare = paths.map((path) => path.split('/').at(-1)!.toLowerCase())
  return paths.map((path, i) =>
    bare.indexOf(bare[i]!) === bare.lastIndexOf(bare[i]!)
      ? path.split('/').at(-1)!
      : path.replaceAll('/', ' - '),
  )
}
