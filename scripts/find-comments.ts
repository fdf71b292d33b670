/** Finds the comments of TypeScript sources. */
import ts from 'typescript'

/** `isPublic` is true for a block comment directly before an export. */
export type Comment = { file: string; line: number; text: string; isPublic: boolean }

/** Returns the comments of a source text, each as one line without its markers; directives to tools are left out. */
export function findComments(file: string, text: string): Comment[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)
  const found = new Map<number, Comment>()
  const add = ({ pos, end }: ts.CommentRange) => {
    const words = text
      .slice(pos, end)
      .replace(/^\/\*+|\*\/$|^\/\//g, '')
      .replace(/\n\s*\*? ?/g, ' ')
      .trim()
    if (/^(?:biome-ignore|@|\/ <reference)/.test(words)) return
    const line = source.getLineAndCharacterOfPosition(pos).line + 1
    const isPublic = text.startsWith('/**', pos) && /^\s*export\b/.test(text.slice(end, end + 40))
    found.set(pos, { file, line, text: words, isPublic })
  }
  const visit = (node: ts.Node) => {
    for (const range of ts.getLeadingCommentRanges(text, node.pos) ?? []) add(range)
    for (const range of ts.getTrailingCommentRanges(text, node.end) ?? []) add(range)
    for (const child of node.getChildren(source)) visit(child)
  }
  visit(source)
  return [...found.values()]
}
