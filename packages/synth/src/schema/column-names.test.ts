import { expect, test } from 'vitest'
import {
  boundsOfName,
  identifierOfName,
  isCodeName,
  isIdName,
  isPostcodeName,
  unitOfName,
} from './column-names.ts'

test('ids, codes and postal codes are told from words that end alike', () => {
  const ids = [
    'id',
    'ID',
    'patient_id',
    'customerID',
    'orderId',
    'patient_nbr',
    'patientid',
    'Id.1',
  ]
  expect(ids.filter((name) => !isIdName(name))).toEqual([])
  const others = ['paid', 'amount_paid', 'grid', 'humid', 'monkey', 'liquid', 'idle', 'candidate']
  expect(others.filter(isIdName)).toEqual([])
  expect(
    ['payer_code', 'roomType', 'vendor type', 'zone'].filter((name) => !isCodeName(name)),
  ).toEqual([])
  expect(['encode', 'prototype', 'regional'].filter(isCodeName)).toEqual([])
  expect(['zip', 'zip_code', 'Postcode', 'billing_postal_code'].every(isPostcodeName)).toBe(true)
  expect(['zipper', 'unzipped_size', 'post'].filter(isPostcodeName)).toEqual([])
})

test.each([
  ['temp_c', '°C'],
  ['spo2_pct', '%'],
  ['price_usd', 'USD'],
  ['Amount ($)', 'USD'],
  ['age', 'years'],
  ['weight_kg', 'kg'],
  ['pressure_hpa', 'hPa'],
  ['tenure', 'months'],
  ['lux', 'lux'],
  ['year', null],
  ['c', null],
  ['kg', null],
  ['stage', null],
  ['topic', null],
])('a quantity named %s is measured in %s', (name, unit) => {
  expect(unitOfName(name)).toBe(unit)
})

test('bounds are what everybody knows, and nothing else', () => {
  expect(boundsOfName('age')).toEqual({ min: 0, max: 120 })
  expect(boundsOfName('birth_month')).toEqual({ min: 1, max: 12 })
  expect(boundsOfName('latitude')).toEqual({ min: -90, max: 90 })
  expect(['wage', 'income', 'flat', 'months'].map(boundsOfName)).toEqual([null, null, null, null])
})

test.each([
  ['E-Mail', 'email'],
  ['customer_name', 'name'],
  ['Surname', 'last_name'],
  ['iban', 'iban'],
  ['mobile phone', 'phone'],
  ['passport_no', 'other'],
  ['product', null],
  ['company_name', null],
])('a column named %s holds %s', (name, identifier) => {
  expect(identifierOfName(name)).toBe(identifier)
})
