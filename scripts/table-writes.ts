/** Finds the statements by which source files write to tables. */
import ts from 'typescript'

/** Describes one writing statement; `table` is `?` where the name is known only at run time. */
export type TableWrite = { table: string; file: string; line: number }

const builders = new Set(['insertInto', 'updateTable', 'deleteFrom', 'mergeInto', 'replaceInto'])
const statement =
  /\b(?:insert\s+into|update(?!\s+(?:set|of|skip|nowait)\b)|delete\s+from|merge\s+into|truncate(?:\s+table)?)\s+(?:only\s+)?"?([a-z_]+(?:\.[a-z_]+)?)"?/gi
const unnamed = /\b(?:insert\s+into|delete\s+from|merge\s+into|truncate|(?<!do )update)\s+$/i

/** Returns the tables that a source text inserts into, updates or deletes from, by query builder or in SQL. */
export function findTableWrites(file: string, text: string): TableWrite[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)
  const writes: TableWrite[] = []
  const add = (table: string, node: ts.Node) =>
    writes.push({
      table: table.replace(/ as .*/, ''),
      file,
      line: source.getLineAndCharacterOfPosition(node.getStart()).line + 1,
    })
  const visit = (node: ts.Node) => {
    if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression)) {
      const [first] = node.arguments
      if (builders.has(node.expression.name.text) && first) {
        if (ts.isStringLiteralLike(first)) add(first.text, node)
        else add('?', node)
      }
    }
    if (
      ts.isStringLiteralLike(node) ||
      ts.isTemplateHead(node) ||
      ts.isTemplateMiddleOrTemplateTail(node)
    )
      for (const [, table] of node.text.matchAll(statement)) if (table) add(table, node)
    if ((ts.isTemplateHead(node) || ts.isTemplateMiddle(node)) && unnamed.test(node.text))
      add('?', node)
    ts.forEachChild(node, visit)
  }
  visit(source)
  return writes
}
