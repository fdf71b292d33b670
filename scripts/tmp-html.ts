import { synthesize, reportHtml, seededRandom } from '../packages/synth/src/index.ts'
import { writeFileSync, mkdirSync, readdirSync } from 'node:fs'
const out: any = {}
for (const mode of ['private', 'protected'] as const) {
  mkdirSync(`/tmp/b7a/out-${mode}`, { recursive: true })
  const { tables } = await synthesize({ inputPaths: [process.argv[2]!], outputDir: `/tmp/b7a/out-${mode}`, tempDir: '/tmp/b7a', mode })
  writeFileSync(`/tmp/b7a/${mode}.html`, reportHtml(tables.map(({ name, published }) => ({ name, published }))))
  out[mode] = tables[0]!.published
  console.log(mode, tables[0]!.published.privacy.checks.map((c) => [c.id, c.pass, JSON.stringify(c.figure)].join(' ')).join('\n'))
  console.log(tables[0]!.published.pairs.map((p) => `${p.x.column} ${p.y.column} ${p.match} ${p.x.labels.length}x${p.y.labels.length} ${p.y.labels}`).join('\n'))
  console.log(JSON.stringify(tables[0]!.published.pairs).length)
}
writeFileSync('/tmp/b7a/published.json', JSON.stringify(out))
