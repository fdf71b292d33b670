/** Tests that an archive which no platform has made is refused by what is wrong with it. */
import { buffer } from 'node:stream/consumers'
import { dossierFiles } from '@semblance/contract'
import { verifyDossier } from '@semblance/contract/verify-dossier'
import { describe, expect, it } from 'vitest'
import { ZipFile } from 'yazl'
import { type Bytes, zip } from '../../../testing/dossiers/dossier-parts.ts'

describe('an archive that is none of ours', () => {
  const faultOf = async (archive: Bytes) =>
    (await verifyDossier(archive, { keys: [], checkpoints: [] })).findings[0]?.fault

  it('is refused when it breaks off, wherever that is', async () => {
    const whole = await zip(['a', 'b'].map((name) => [name, Buffer.alloc(2000, name)]))
    for (const length of [0, 21, 22, 1000, whole.length >> 1, whole.length - 22, whole.length - 1])
      expect(['no_archive', 'truncated']).toContain(await faultOf(whole.slice(0, length)))
    expect(await faultOf(Uint8Array.from([...whole, 0]))).toBe('truncated')
  })

  it('is refused unopened when it is compressed, however large it would be', {
    tags: 'long',
  }, async () => {
    const bomb = new ZipFile()
    bomb.addBuffer(Buffer.alloc(50 * 1024 ** 2), dossierFiles.manifest)
    bomb.end()
    const bytes = Uint8Array.from(await buffer(bomb.outputStream))
    expect(bytes.length).toBeLessThan(100_000)
    expect(await faultOf(bytes)).toBe('compressed')
  })

  it.each([
    '../a',
    '/a',
    'a/../../b',
    'a\\b',
    'C:a',
    '.a',
    'a//b',
    'a/',
    'a\0b',
    'ä',
    'a'.repeat(201),
  ])('is refused for the name %j', async (name) => {
    expect(await faultOf(await zip([[name, Buffer.from('x')]]))).toBe('unsafe_name')
  })

  it('is refused when two files have one name, or one lies within another', async () => {
    const content = Buffer.from('x')
    const twice = await zip([
      ['a', content],
      ['a', content],
    ])
    expect(await faultOf(twice)).toBe('repeated_name')
    const nested = await zip([
      ['a', content],
      ['b', content],
    ])
    const directory = nested.length - 22 - 2 * 47
    nested.set(nested.slice(directory, directory + 47), directory + 47) // both entries name one file
    expect(await faultOf(nested)).toBe('inconsistent')
  })
})
