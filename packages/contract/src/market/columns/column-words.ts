/** Lists words of column names that mean the same, and units, which are no part of the meaning. */

/** Maps each meaning to the other words for it. */
const synonyms: Readonly<Record<string, readonly string[]>> = {
  account: ['acct'],
  address: ['addr'],
  amount: ['amt', 'sum', 'value'],
  birthdate: ['dob', 'birthday'],
  category: ['cat', 'class', 'type', 'kind'],
  city: ['town', 'municipality'],
  count: ['cnt'],
  country: ['nation', 'ctry'],
  currency: ['ccy', 'curr'],
  customer: ['client', 'cust', 'purchaser', 'buyer', 'shopper'],
  date: ['dt'],
  description: ['desc', 'descr'],
  device: ['sensor'],
  diagnosis: ['diag', 'dx'],
  discount: ['rebate'],
  duration: ['elapsed'],
  employee: ['staff', 'emp'],
  gender: ['sex'],
  id: ['identifier', 'uuid', 'guid', 'no', 'nr'],
  income: ['salary', 'wage'],
  latitude: ['lat'],
  location: ['loc', 'place'],
  longitude: ['lon', 'lng'],
  merchant: ['seller', 'retailer'],
  order: ['purchase'],
  patient: ['pat'],
  postcode: ['zip', 'zipcode', 'postal'],
  product: ['item', 'article', 'sku', 'prod'],
  quantity: ['qty', 'units'],
  region: ['area', 'district'],
  store: ['shop', 'branch', 'outlet'],
  temperature: ['temp'],
  time: ['timestamp', 'ts', 'datetime', 'at'],
  transaction: ['txn', 'trx', 'tx', 'trans'],
  user: ['member', 'subscriber'],
  vendor: ['supplier'],
}

const meanings = new Map(
  Object.entries(synonyms).flatMap(([meaning, words]) =>
    words.map((word): [string, string] => [word, meaning]),
  ),
)

/** Returns the meaning of a word in the singular; itself where no other word is known for it. */
export function meaningOf(word: string): string {
  const singular = singularOf(word)
  return meanings.get(word) ?? meanings.get(singular) ?? singular
}

function singularOf(word: string): string {
  if (word.length < 4 || word.endsWith('ss') || word.endsWith('us') || word.endsWith('is'))
    return word
  if (word.endsWith('ies')) return `${word.slice(0, -3)}y`
  if (/(?:s|x|z|ch|sh)es$/.test(word)) return word.slice(0, -2)
  return word.endsWith('s') ? word.slice(0, -1) : word
}

/** Maps units to one spelling each. */
const units: Readonly<Record<string, string>> = {
  usd: 'usd',
  dollar: 'usd',
  dollars: 'usd',
  eur: 'eur',
  euro: 'eur',
  euros: 'eur',
  gbp: 'gbp',
  cents: 'cents',
  kg: 'kg',
  lb: 'lb',
  lbs: 'lb',
  km: 'km',
  miles: 'miles',
  cm: 'cm',
  ms: 'ms',
  sec: 'seconds',
  secs: 'seconds',
  seconds: 'seconds',
  mins: 'minutes',
  minutes: 'minutes',
  hours: 'hours',
  hrs: 'hours',
  days: 'days',
  months: 'months',
  years: 'years',
  pct: 'percent',
  percent: 'percent',
  celsius: 'celsius',
  fahrenheit: 'fahrenheit',
}

export const unitOf = (word: string): string | undefined => units[word]
/** Lists words that add nothing to a meaning. */
export const emptyWords = new Set(['the', 'of', 'in', 'a', 'col', 'column', 'field', 'is', 'has'])
