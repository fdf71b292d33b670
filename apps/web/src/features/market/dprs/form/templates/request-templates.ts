/** Requests to begin with: columns, requirements and deliverables that are usual for a kind of data. */
import type { Category, ColumnType } from '@semblance/contract'
import { emptyColumn, type TypedColumn } from '../../data-contract/typed-data-contract.ts'

export type RequestTemplate = {
  id: string
  category: Category
  name: string
  columns: readonly TypedColumn[]
  specifications: readonly string[]
  technicalRequirements: readonly string[]
}

export const usualDeliverables = [
  'Synthetic dataset in the agreed format',
  'Data dictionary: every column with type, unit and range',
  'Quality and privacy report',
]

type Rules = Partial<Omit<TypedColumn, 'name' | 'type'>>

const column = (name: string, type: ColumnType, rules: Rules = {}): TypedColumn => ({
  ...emptyColumn,
  name,
  type,
  ...rules,
})
const key = (name: string) => column(name, 'string', { unique: true })
const text = (name: string, values = '') => column(name, 'string', { values })
const time = (name: string) => column(name, 'timestamp')
const amount = (name: string) => column(name, 'number', { min: '0' })
const share = (name: string) => column(name, 'number', { min: '0', max: '1' })
const whole = (name: string, min = '0', max = '') => column(name, 'integer', { min, max })

const csv = ['CSV, UTF-8, header in the first row', 'ISO 8601 timestamps with a time zone']

export const requestTemplates: readonly RequestTemplate[] = [
  {
    id: 'loyalty-baskets',
    category: 'retail',
    name: 'Loyalty baskets',
    columns: [
      text('member_key'),
      text('store'),
      time('purchased_at'),
      text('article_group'),
      whole('quantity', '-1000', '1000'),
      amount('price'),
      share('discount'),
      text('payment_type', 'cash, card, gift card, voucher'),
    ],
    specifications: [
      'One row per article and purchase',
      'Promotions and seasons keep their effect on basket size',
    ],
    technicalRequirements: [...csv, 'Member keys stable across files'],
  },
  {
    id: 'returns',
    category: 'retail',
    name: 'Returns and refunds',
    columns: [
      key('return_key'),
      text('order_key'),
      time('returned_at'),
      text('reason'),
      amount('refund'),
      whole('days_since_order', '0', '365'),
    ],
    specifications: ['One row per return', 'Reasons keep their share by article group'],
    technicalRequirements: csv,
  },
  {
    id: 'patient-journeys',
    category: 'healthcare',
    name: 'Patient journeys',
    columns: [
      text('patient_key'),
      text('age_band', '0-17, 18-34, 35-49, 50-64, 65-79, 80+'),
      text('event'),
      time('event_at'),
      text('code'),
      text('ward'),
    ],
    specifications: ['One row per event; events of a patient keep their order'],
    technicalRequirements: [...csv, 'No direct identifiers'],
  },
  {
    id: 'ward-occupancy',
    category: 'healthcare',
    name: 'Ward occupancy',
    columns: [text('ward'), time('hour'), whole('beds'), whole('beds_used'), whole('staff')],
    specifications: ['One row per ward and hour, without gaps'],
    technicalRequirements: csv,
  },
  {
    id: 'card-payments',
    category: 'finance',
    name: 'Card payments with fraud',
    columns: [
      text('card_key'),
      time('paid_at'),
      amount('amount'),
      text('currency'),
      text('merchant_category'),
      column('is_fraud', 'boolean'),
    ],
    specifications: ['One row per payment', 'The share of fraud and its patterns stay'],
    technicalRequirements: [...csv, 'Amounts with two decimals'],
  },
  {
    id: 'loan-applications',
    category: 'finance',
    name: 'Loan applications',
    columns: [
      key('application_key'),
      amount('income'),
      amount('loan'),
      whole('term_months', '1', '480'),
      text('decision', 'approved, declined, withdrawn'),
    ],
    specifications: ['One row per application', 'Protected attributes stay in balance for audits'],
    technicalRequirements: csv,
  },
  {
    id: 'event-logs',
    category: 'technology',
    name: 'Product event logs',
    columns: [text('session_id'), text('workspace'), text('event_name'), time('event_at')],
    specifications: ['One row per event; sessions keep their order and length'],
    technicalRequirements: csv,
  },
  {
    id: 'support-tickets',
    category: 'technology',
    name: 'Support tickets',
    columns: [
      key('ticket_key'),
      time('opened_at'),
      time('closed_at'),
      text('priority', 'low, normal, high, urgent'),
      text('topic'),
    ],
    specifications: ['One row per ticket, without free text'],
    technicalRequirements: csv,
  },
  {
    id: 'meter-readings',
    category: 'iot',
    name: 'Meter readings',
    columns: [text('meter_id'), time('read_at'), amount('kwh'), text('tariff')],
    specifications: ['One row per meter and quarter of an hour, without gaps'],
    technicalRequirements: csv,
  },
  {
    id: 'vibration',
    category: 'iot',
    name: 'Vibration series',
    columns: [
      text('unit'),
      time('measured_at'),
      column('axis_x', 'number'),
      column('axis_y', 'number'),
      column('axis_z', 'number'),
      column('is_fault', 'boolean'),
    ],
    specifications: ['One row per unit and measurement', 'Faults keep what precedes them'],
    technicalRequirements: csv,
  },
]
