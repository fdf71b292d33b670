/**
 * Tests that promotional words stand only where they are meant to: in the claims of the landing page, which the
 * page of measured figures explains, and in sentences that state or deny a formal guarantee.
 */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { expect, it } from 'vitest'
import { fixedClaims } from '../../apps/web/src/features/overview/claims/fixed-claims.ts'

const root = join(import.meta.dirname, '../..')
const landing = 'apps/web/src/features/overview/landing'

/** Matches words that promise more than a measurement can show. */
const promises =
  /\b(guarantee[ds]?|anonym(?:ous|ously|ity|i[sz]ed|i[sz]ation)(?!\w)|(?:GDPR|CCPA)\b.{0,20}\bcomplian\w*|compliance ready|privacy protected|statistical accuracy|99\.9%|100% (?:privacy|private|secure|safe|accurate|anonymous)|zero (?:privacy )?risk|no (?:privacy )?risk|risk[- ]free|statistically identical|most trusted|none of the people|no personal data|without personal data|uncompromising|unbreakable|(?:military|bank)[- ]grade|(?:fully|completely|absolutely|perfectly) (?:secure|private|safe|protected)|can(?:not|'t) be re-?identified|impossible to re-?identify)/gi

/** Maps files to the promises they may make, in lower case. */
const allowed: Record<string, string[]> = {
  // As specified, each in a section with a note.
  [`${landing}/claims.tsx`]: ['privacy protected', '99.9%', 'statistical accuracy'],
  [`${landing}/hero.tsx`]: ['most trusted', 'statistically identical', 'no privacy risk'],
  [`${landing}/how-it-works.tsx`]: ['zero privacy risk', 'compliance ready'],
  [`${landing}/privacy-band.tsx`]: [
    'no privacy risk',
    'statistically identical',
    'gdpr and ccpa compliant',
    'uncompromising',
  ],
  // Quotes the claims, to say what is behind them.
  'apps/web/src/features/overview/claims/fixed-claims.ts': [
    '99.9%',
    'statistical accuracy',
    'statistically identical',
    '100% privacy',
    'zero privacy risk',
    'no privacy risk',
    'gdpr and ccpa compliant',
    'compliance ready',
    'most trusted',
    'uncompromising',
  ],
  // An attribute of a link.
  'apps/web/index.html': ['anonymous'],
  // Denies the promise.
  'apps/server/legal/terms/2026-11-25.md': ['anonymous'],
  // Names accounts without an address, as the accounts protocol does.
  'apps/server/src/core/auth/accounts/sign-up.ts': ['anonymous'],
  'apps/server/src/core/auth/errors.ts': ['anonymous'],
  'apps/server/src/core/auth/sign-in/factors.ts': ['anonymous'],
  'apps/server/src/core/rest/routes.ts': ['anonymous'],
  // A heading over the statement of differential privacy, and what its noise does.
  'packages/synth/src/evaluate/html/privacy.ts': ['guarantee'],
  'apps/web/src/features/delivery/deliveries/privacy-panel.tsx': ['guarantee'],
}

/** Matches sentences that state or deny what differential privacy defines. */
const formal =
  /formal (?:privacy )?guarantee|without a guarantee|no guarantee|privacy guarantee|noise of (?:the|a) guarantee|outside the guarantee|measured and guaranteed|guaranteed: |ε = …? ?guaranteed/i

const files = globSync(
  [
    'apps/web/src/**/*.{ts,tsx}',
    'apps/web/*.html',
    'apps/server/src/**/*.ts',
    'apps/server/legal/**/*.md',
    'packages/*/src/**/*.ts',
    'README.md',
  ],
  { cwd: root, exclude: ['**/*.test.*'] },
)

/** Returns the texts of a file that people may read: of code its strings and the text between tags. */
function textsOf(file: string): string[] {
  const text = readFileSync(join(root, file), 'utf8')
  if (!file.startsWith(landing) && text.search(promises) < 0) return [] // a syntax tree takes long
  if (!/\.tsx?$/.test(file)) return text.split('\n')
  const texts: string[] = []
  const visit = (node: ts.Node) => {
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return
    if (ts.isStringLiteralLike(node) || ts.isJsxText(node)) texts.push(node.text)
    else if (ts.isTemplateExpression(node))
      texts.push(
        [node.head, ...node.templateSpans.map((span) => span.literal)]
          .map((part) => part.text)
          .join('…'),
      )
    ts.forEachChild(node, visit)
  }
  visit(
    ts.createSourceFile(
      file,
      text,
      ts.ScriptTarget.Latest,
      false,
      file.endsWith('x') ? ts.ScriptKind.TSX : undefined,
    ),
  )
  return texts.map((each) => each.replace(/\s+/g, ' '))
}

it('words that promise too much are found only where they are allowed', () => {
  const found = files.flatMap((file) =>
    textsOf(file).flatMap((text) =>
      [...text.matchAll(promises)]
        .map(([words]) => words.toLowerCase())
        .filter((words) => !allowed[file]?.includes(words) && !formal.test(text))
        .map((words) => `${file}: ${words}: ${text.trim()}`),
    ),
  )
  expect(found).toEqual([])
})

it('each allowed promise is made, so that the list does not outlive it', () => {
  const unused = Object.entries(allowed).flatMap(([file, words]) => {
    const text = textsOf(file).join(' ').toLowerCase()
    return words.filter((each) => !text.includes(each)).map((each) => `${file}: ${each}`)
  })
  expect(unused).toEqual([])
})

it('each claim is explained in the words that the landing page has', () => {
  const words = globSync(`${landing}/*.tsx`, { cwd: root }).flatMap(textsOf).join(' ')
  const missing = fixedClaims
    .flatMap(({ sentences }) => sentences)
    .filter((sentence) => !words.includes(sentence))
    // Figure and label are two texts there.
    .filter((sentence) => !sentence.split(/(?<=^\S+) /).every((part) => words.includes(part)))
  expect(missing).toEqual([])
})
