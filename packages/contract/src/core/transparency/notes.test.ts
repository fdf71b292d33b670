import { describe, expect, it } from 'vitest'
import { openNote, parseCheckpoint, parseVerifierKey } from './notes.ts'

/** The example of Go's package golang.org/x/mod/sumdb/note. */
const key = 'PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW'
const text =
  "If you think cryptography is the answer to your problem,\nthen you don't know what your problem is.\n"
const signature =
  '— PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=\n'
const note = `${text}\n${signature}`

describe('a signed note', () => {
  it('of another implementation is valid with its key', async () => {
    const known = parseVerifierKey(key)!
    expect(known.name).toBe('PeterNeumann')
    expect(await openNote(note, [known])).toEqual({ state: 'valid', text, by: [known] })
  })

  it('is refused when a letter changed, when its key is not given, and when it is none', async () => {
    const known = parseVerifierKey(key)!
    expect(await openNote(note.replace('answer', 'Answer'), [known])).toEqual({ state: 'altered' })
    expect(await openNote(note, [])).toEqual({ state: 'unknown_key' })
    for (const broken of ['', text, note.slice(0, -1), note.replace('— ', '- ')])
      expect(await openNote(broken, [known])).toEqual({ state: 'unreadable' })
  })

  it.each([key.replace('c74f20a3', 'c74f20a4'), `${key}x`, 'PeterNeumann', ''])(
    'has no key %s',
    (text) => expect(parseVerifierKey(text)).toBeNull(),
  )
})

describe('a checkpoint', () => {
  const root = 'AQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQE='
  it('has an origin, a size and a root', () => {
    expect(parseCheckpoint(`log.test/log\n7\n${root}\n`)).toEqual({
      origin: 'log.test/log',
      size: 7,
      root: new Uint8Array(32).fill(1),
    })
  })

  it.each([
    `log.test/log\n07\n${root}\n`,
    `log.test/log\n-7\n${root}\n`,
    `\n7\n${root}\n`,
    `log.test/log\n7\n${root}`,
    'log.test/log\n7\nAQE=\n',
    'log.test/log\n99999999999999999\n\n',
  ])('is not %j', (text) => expect(parseCheckpoint(text)).toBeNull())
})
