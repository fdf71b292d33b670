import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { removeRead } from './remove-read.ts'

it('of a run nothing but its twins is left once its result is kept', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'read-'))
  for (const name of ['0', 'twins']) await mkdir(join(dir, name))
  const twin = join(dir, 'twins', 'customers.csv')
  for (const path of [twin, join(dir, '0', 'customers.csv'), join(dir, 'sample-0.csv')])
    await writeFile(path, 'a,b')
  await removeRead(dir, [{ path: twin }])
  expect(await readdir(dir, { recursive: true })).toEqual(['twins', 'twins/customers.csv'])
  await rm(dir, { recursive: true })
})
