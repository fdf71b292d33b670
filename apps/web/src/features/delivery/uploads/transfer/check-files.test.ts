import { errors, extensionsOf, maxDeliveryFiles } from '@semblance/contract'
import { expect, test } from 'vitest'
import { checkFiles } from './check-files.ts'

const named = (name: string, text = 'a,b\n1,2\n') => ({
  file: new File([text], name),
  path: `folder/${name}`,
})

test('takes each accepted ending, in any case', () => {
  const files = ['a.XLSX', ...extensionsOf('upload').map((one) => `a.${one}`)].map((name) =>
    named(name),
  )
  expect(checkFiles(files, 0)).toEqual({ accepted: files, refusals: [] })
})

test('refuses another type and an empty file with sentences that name them, and takes the rest', () => {
  const good = named('a.csv')
  expect(checkFiles([named('notes.pdf'), good, named('b.csv', '')], 0)).toEqual({
    accepted: [good],
    refusals: [
      `folder/notes.pdf was not added. ${errors.file_type_refused.message}`,
      'folder/b.csv is empty. Choose a file with data in it.',
    ],
  })
})

test('passes over what systems leave in folders, and says so when there is nothing else', () => {
  const good = named('a.csv')
  expect(checkFiles([named('.DS_Store'), good], 0)).toEqual({ accepted: [good], refusals: [] })
  expect(checkFiles([named('.DS_Store')], 0).refusals).toHaveLength(1)
})

test('takes as many as there is room for', () => {
  const files = [named('a.csv'), named('b.csv')]
  const { accepted, refusals } = checkFiles(files, maxDeliveryFiles - 1)
  expect(accepted).toEqual([files[0]])
  expect(refusals).toEqual([expect.stringContaining('1 were not added')])
})
