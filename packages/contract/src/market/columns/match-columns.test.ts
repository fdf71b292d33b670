import { describe, expect, it, vi } from 'vitest'
import { matcherOf, matchSentence, meaningOfName, type NamedColumn } from './match-columns.ts'

const column = (name: string, values: NamedColumn['values'] = null) => ({ name, values })
const held = (asked: NamedColumn, of: NamedColumn) => matcherOf([of])([asked])[0]?.held

describe('the meaning of a name', () => {
  it.each([
    ['customerZipCode', 'CLIENT_ZIP_CODE', 'cust postal code'],
    ['purchased_items', 'purchasedItem', 'PURCHASED-PRODUCTS'],
    ['txn_amt_usd', 'transaction amount (USD)', 'TransactionValueDollars'],
    ['Straße', 'straße', 'STRAẞE'],
    ['date_of_order', 'order date', 'purchaseDt'],
  ])('is the same of %s, %s and %s', (...names) => {
    expect(new Set(names.map((name) => meaningOfName(name).words)).size).toBe(1)
  })

  it.each([
    ['customer_id', 'customer_name'],
    ['store', 'storage'],
    ['postcode', 'code'],
    ['order_date', 'delivery_date'],
    ['state', 'status'],
    ['min_price', 'price'],
  ])('differs between %s and %s', (one, other) => {
    expect(meaningOfName(one).words).not.toBe(meaningOfName(other).words)
  })
})

describe('matching', () => {
  it('needs values that can serve: no number for a moment, and no text for a number', () => {
    expect(held(column('time', 'time'), column('time', 'number'))).toBeNull()
    expect(held(column('price', 'number'), column('price', 'text'))).toBeNull()
    expect(held(column('rank', 'text'), column('rank', 'number'))).toBe('rank')
    expect(held(column('price', 'number'), column('price'))).toBe('price')
  })

  it('needs the same unit where both state one', () => {
    expect(held(column('price_usd'), column('price_eur'))).toBeNull()
    expect(held(column('price_usd'), column('price'))).toBe('price')
    expect(held(column('weight kg'), column('WeightKg'))).toBe('WeightKg')
  })

  it('uses a held column once, and the one of the same name first', () => {
    expect(
      matcherOf([column('client'), column('customer')])([
        column('customer'),
        column('client'),
        column('buyer'),
      ]),
    ).toEqual([
      { asked: 'customer', held: 'customer' },
      { asked: 'client', held: 'client' },
      { asked: 'buyer', held: null },
    ])
  })

  it('takes each name apart once for any number of requests, each of which finds all that is held', () => {
    const takenApart = vi.spyOn(String.prototype, 'normalize')
    const match = matcherOf([column('store_id'), column('price')])
    const asked = [column('shop id'), column('price')]
    const [first, ...others] = [1, 2, 3].map(() => match(asked))
    expect(takenApart).toHaveBeenCalledTimes(3)
    takenApart.mockRestore()
    expect(first?.map(({ held }) => held)).toEqual(['store_id', 'price'])
    expect(others).toEqual([first, first])
  })

  it('is explained by the columns found and the names they are held under', () => {
    const asked = ['store_id', 'price', 'qty', 'a1', 'a2', 'a3', 'missing'].map((name) =>
      column(name),
    )
    const own = ['store_id', 'price', 'quantity', 'a1', 'a2', 'a3'].map((name) => column(name))
    expect(matchSentence(matcherOf(own)(asked))).toBe(
      '6 of 7 columns: store_id, price, qty (as quantity), a1, a2 and 1 more.',
    )
    expect(matchSentence(matcherOf([])(asked))).toBeNull()
  })
})
