import { describe, expect, it } from 'vitest'
import { declaredText, readDeclared } from './declared-text.ts'

describe('declared columns', () => {
  it('are read one a line or as the header of a CSV file, and written as they are read', () => {
    const columns = [
      { name: 'store_id', holds: null },
      { name: 'price', holds: 'number' },
      { name: 'sold at', holds: 'time' },
    ]
    expect(readDeclared('store_id\nprice: number\n\nsold at : Time')).toEqual(columns)
    expect(readDeclared(declaredText(columns as never))).toEqual(columns)
    expect(readDeclared('"store_id",price:number;sold at:time')).toEqual(columns)
    expect(readDeclared('')).toEqual([])
  })

  it('are refused with what is wrong', () => {
    expect(readDeclared('price: money')).toEqual({
      problem: '“money” after price: write number, time, text, boolean, or nothing',
    })
    expect(readDeclared('price\nPrice')).toEqual({ problem: 'Declare each column once' })
    expect(readDeclared('x'.repeat(101))).toMatchObject({ problem: expect.stringContaining('100') })
  })
})
