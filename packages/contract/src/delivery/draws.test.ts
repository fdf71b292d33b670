import { expect, it } from 'vitest'
import {
  drawnModel,
  drawStatements,
  modelGuaranteeStatement,
  unboundedModelStatement,
  vendorDrawsStatement,
  vendorModelStatement,
} from './draws.ts'
import { noiseTexts } from './measured/measured-certificates.ts'

const kept = { sha256: 'a'.repeat(64), guarantee: { epsilon: 1, delta: 1e-6 } }
const measurement = { noise: 'cannot_tell' } as Parameters<typeof drawnModel>[1]['measurement']
const said = (model: Parameters<typeof drawnModel>[0], of: Parameters<typeof drawnModel>[1]) =>
  drawStatements({ conditions: [], model: drawnModel(model, of) })

it('a bound that the platform measured is stated as such, and one of the vendor as its word alone', () => {
  expect(said(kept, {})).toContain(modelGuaranteeStatement)
  expect(said(kept, {})).not.toContain(vendorDrawsStatement)
  const ofVendor = said(kept, { measurement })
  expect(ofVendor).not.toContain(modelGuaranteeStatement)
  for (const text of [vendorModelStatement, noiseTexts.cannot_tell, vendorDrawsStatement])
    expect(ofVendor).toContain(text)
})

it('of a model whose cost is not on record it is said that nothing bounds it', () => {
  expect(said({ ...kept, guarantee: null }, {})).toContain(unboundedModelStatement)
  expect(said(kept, {})).not.toContain(unboundedModelStatement)
})
