import { settled } from '@testing/interactions.ts'
import { renderComponent } from '@testing/render.tsx'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { WriteMessage } from './write-message.tsx'

const field = page.getByLabelText('Answer')
const button = page.getByRole('button', { name: 'Send Answer' })

async function send() {
  const { promise, resolve } = Promise.withResolvers<void>()
  await renderComponent(
    <WriteMessage label="Answer" action="Send Answer" keptAs="answer" send={() => promise} />,
  )
  await field.fill('The files are there.')
  await button.click()
  await expect.element(button).toBeDisabled()
  return resolve
}

test('the field is empty once its message was sent', async () => {
  const answer = await send()
  answer()
  await expect.element(field).toHaveValue('')
  await expect.element(button).toBeEnabled()
})

test('what is typed while a message is sent stays', async () => {
  const answer = await send()
  await field.fill('The files are there. One more question:')
  answer()
  await expect.element(button).toBeEnabled()
  await settled()
  await expect.element(field).toHaveValue('The files are there. One more question:')
})
