import { expect, it } from 'vitest'
import { deliver, fundedDeal, release } from '../../../testing/fixtures/deal-fixtures.ts'
import type { Person } from '../../../testing/fixtures/market-fixtures.ts'
import { pdfText } from '../../../testing/fixtures/pdf-text.ts'
import { useMarket } from '../../../testing/fixtures/use-market.ts'
import { system } from '../../platform/database/db.ts'
import { drawDocument } from './service.ts'

const { market, client, vendor } = await useMarket({ client: 'client', vendor: 'vendor' })

const receiptsTo = async ({ email }: Pick<Person, 'email'>) => {
  const { rows } = await market.platform.db.pool.query(
    'select subject, text_body, document from app.mails where recipient = $1 and document is not null order by id',
    [email],
  )
  return rows as { subject: string; text_body: string; document: string }[]
}
const numbersOf = async (person: Person, contractId: string) =>
  (await person.api.invoices.list({ contractId })).items.map(({ number }) => number)

it('a payment is receipted once to each member of the client who wants mail, with its invoice', async () => {
  const colleague = await market.colleague(client, 'member')
  const silent = await market.colleague(client, 'member')
  const preferences = await silent.api.settings.getNotificationPreferences()
  await silent.api.settings.updateNotificationPreferences({
    ...preferences,
    emailNotifications: false,
  })
  const { contractId } = await fundedDeal(client, vendor)
  await client.settle()
  const [number] = await numbersOf(client, contractId)
  for (const person of [client, colleague]) {
    const [receipt, ...others] = await receiptsTo(person)
    expect(others).toEqual([])
    expect(receipt).toMatchObject({
      subject: `Receipt for $18,962.50: ${number}`,
      document: number,
    })
    expect(receipt?.text_body).toContain(`/payment-details/${contractId}`)
  }
  expect(await receiptsTo(silent)).toEqual([])
  expect(await receiptsTo(vendor)).toEqual([])
})

it('a release is receipted to the vendor alone, and the PDF is drawn from the books', {
  tags: 'long',
}, async () => {
  const before = await receiptsTo(client)
  const { contractId } = await fundedDeal(client, vendor)
  await deliver(market, contractId)
  await release(market, client, contractId)
  const [number] = await numbersOf(vendor, contractId)
  const [receipt, ...others] = await receiptsTo(vendor)
  expect(others).toEqual([])
  expect(receipt).toMatchObject({ subject: `$18,500.00 released to you: ${number}` })
  expect(await receiptsTo(client)).toHaveLength(before.length + 1) // the payment's
  const { fileName, content } = await market.platform.db.transaction(system, (tx) =>
    drawDocument(tx, receipt?.document ?? ''),
  )
  expect(fileName).toBe(`${number}.pdf`)
  expect(pdfText(content).join('\n')).toContain('$18,500.00')
})

it('money that goes back is told with its credit note', { tags: 'long' }, async () => {
  const before = await receiptsTo(client)
  const { contractId } = await fundedDeal(client, vendor)
  await client.api.payments.cancel({ contractId })
  const [credit] = await numbersOf(client, contractId)
  const added = (await receiptsTo(client)).slice(before.length)
  expect(added.map(({ document }) => document)).toEqual([expect.stringMatching(/^INV-/), credit])
  expect(added[1]?.subject).toBe(`Credit note over $18,962.50: ${credit}`)
})
