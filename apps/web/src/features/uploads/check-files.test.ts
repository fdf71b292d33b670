import { expect, test } from 'vitest'
import { checkFiles } from './check-files.ts'

const named = (name: string, text = 'a,b\n1,2\n') => new File([text], name)

test('takes each accepted ending, in any case', () => {
  for (const name of ['a.csv', 'a.XLSX', 'a.xls', 'a.json', 'a.zip'])
    expect(checkFiles([named(name)])).toHaveProperty('file')
})

test('refuses another type with a sentence that names the file', () => {
  expect(checkFiles([named('notes.pdf')])).toEqual({
    refusal: 'notes.pdf was not added. Upload a csv, xlsx, xls, json or zip file.',
  })
})

test('refuses an empty file, several files and none', () => {
  expect(checkFiles([named('a.csv', '')])).toHaveProperty('refusal')
  expect(checkFiles([named('a.csv'), named('b.csv')])).toHaveProperty('refusal')
  expect(checkFiles([])).toEqual({ refusal: 'Please upload at least one file.' })
})
