import { renderComponent } from '@testing/render.tsx'
import { use, useState, useTransition } from 'react'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { SearchInput } from './search-input.tsx'

type PageProps = {
  /** Takes the search that is reported after a pause. */
  onSearch: (value: string) => void
  /** Holds back the page of the saved search until it is there. */
  result?: Promise<string>
}

/** Holds a search that the field, a saved search and "Clear" change. */
function SearchPage({ onSearch, result = Promise.resolve('') }: PageProps) {
  const [value, setValue] = useState('')
  const [, start] = useTransition()
  const change = (next: string) => {
    onSearch(next)
    setValue(next)
  }
  return (
    <>
      <SearchInput label="Search" placeholder="" value={value} onChange={change} />
      <button type="button" onClick={() => start(() => setValue('harbor'))}>
        Run
      </button>
      <button type="button" onClick={() => setValue('')}>
        Clear
      </button>
      {value === 'harbor' && <Result result={result} />}
    </>
  )
}

const Result = ({ result }: { result: Promise<string> }) => use(result)

const field = page.getByRole('searchbox', { name: 'Search' })

test('a value that comes from outside is not taken back while the page is still drawn', async () => {
  const told: string[] = []
  const { promise, resolve } = Promise.withResolvers<string>()
  await renderComponent(<SearchPage onSearch={(value) => told.push(value)} result={promise} />)
  await page.getByRole('button', { name: 'Run' }).click()
  await new Promise((done) => setTimeout(done, 500)) // longer than the pause in typing
  resolve('Tides')
  await expect.element(page.getByText('Tides')).toBeVisible()
  await expect.element(field).toHaveValue('harbor')
  expect(told).toEqual([])
})

test('what is typed is told without its spaces, and stays as it was typed until it is cleared', async () => {
  const told: string[] = []
  await renderComponent(<SearchPage onSearch={(value) => told.push(value)} />)
  await field.fill(' bay ')
  await expect.poll(() => told).toEqual(['bay'])
  await expect.element(field).toHaveValue(' bay ')
  await page.getByRole('button', { name: 'Clear' }).click()
  await expect.element(field).toHaveValue('')
})
