import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, expect, test, vi } from 'vitest'
import { casesOf } from '../../testing/test-length.ts'
import { type SynthesisMode, seededRandom, synthesize } from '../index.ts'

const dir = mkdtempSync(path.join(tmpdir(), 'random-test-'))
afterAll(() => rmSync(dir, { recursive: true }))
afterEach(() => vi.restoreAllMocks())

const input = path.join(dir, 'table.csv')
const rows = Array.from({ length: 150 }, (_, i) => `${i % 7},${(i * i) % 40},${i % 3}`)
writeFileSync(input, `size,count,kind\n${rows.join('\n')}\n`)

/** A twin made without naming a source of randomness. */
async function twinByDefault(mode: SynthesisMode): Promise<string> {
  const outputDir = mkdtempSync(path.join(dir, 'twins-'))
  const { tables } = await synthesize({ inputPaths: [input], outputDir, tempDir: dir, mode })
  return readFileSync(tables[0]!.path, 'utf8')
}

/** Makes the system's cryptographic generator repeat itself. */
function replayCrypto(): void {
  const random = seededRandom(1)
  vi.spyOn(crypto, 'getRandomValues').mockImplementation((array) => {
    const words = array as unknown as Uint32Array
    for (let i = 0; i < words.length; i++) words[i] = random.nextUint32()
    return array
  })
}

test.each(casesOf<SynthesisMode>(['private'], ['protected']))(
  'by default every %s twin has randomness of its own, and all of it is cryptographic',
  { tags: 'scaled' },
  async (mode) => {
    const own = await twinByDefault(mode)
    replayCrypto()
    const replayed = await twinByDefault(mode)
    expect(replayed).not.toBe(own)
    replayCrypto()
    expect(await twinByDefault(mode)).toBe(replayed)
  },
)
