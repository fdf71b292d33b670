import { webhookTypes } from '@semblance/contract'
import { expect, it } from 'vitest'
import { eventGroups } from './event-groups.ts'

it('every event stands in one group, so that it can be chosen', () => {
  expect(eventGroups.flatMap(({ types }) => types).toSorted()).toEqual(webhookTypes.toSorted())
})
