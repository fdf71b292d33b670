import { describe, expect, it } from 'vitest'
import { onTimeShare, placeOf, websiteUrl } from './company-labels.ts'

describe('the website of a company', () => {
  it.each([
    ['https://meridian.example/about', 'https://meridian.example/about'],
    ['meridian.example', 'https://meridian.example/'],
    ['HTTP://meridian.example', 'http://meridian.example/'],
  ])('%s leads to %s', (typed, url) => {
    expect(websiteUrl(typed)).toBe(url)
  })

  it.each([
    'javascript:alert(1)',
    'data:text/html,x',
    'ftp://meridian.example',
    'meridian',
    'a b.c',
  ])('%s leads nowhere', (typed) => {
    expect(websiteUrl(typed)).toBeNull()
  })
})

it('the share on time is of all categories together', () => {
  expect(onTimeShare([])).toBeNull()
  expect(
    onTimeShare([
      { category: 'retail', completed: 3, onTime: 3 },
      { category: 'finance', completed: 1, onTime: 0 },
    ]),
  ).toBe('75%')
})

it('a place names the country unless the form had no name for it', () => {
  expect(placeOf({ city: 'Boston', country: 'US' })).toBe('Boston, United States')
  expect(placeOf({ city: 'Oslo', country: 'other' })).toBe('Oslo')
})
