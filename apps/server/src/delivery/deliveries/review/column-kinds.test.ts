import { columnKinds } from '@semblance/contract'
import { columnKinds as engineKinds } from '@semblance/synth'
import { expect, it } from 'vitest'

it('a vendor can take a column for whatever the engine can, and for nothing else', () => {
  expect([...columnKinds].sort()).toEqual([...engineKinds].sort())
})
