import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { PrivacyAccount } from './privacy-account.tsx'

it('says what is held back, and never that a measurement took nothing', () => {
  const markup = renderToStaticMarkup(
    <PrivacyAccount
      limit={6}
      together={{ epsilon: 3.041, delta: 2e-6 }}
      spentBefore={{ label: 'Earlier measurements', share: 0.001 }}
      thisDelivery={{ label: 'This delivery', epsilon: 3, share: 0.279 }}
      reserved={{ label: 'Reserved', epsilon: 1, share: 0.04 }}
    />,
  )
  expect(markup).toContain('aria-label="ε 3.05 of 6; 68% held back"')
  expect(markup).toContain('&lt;1%')
  expect(markup).toContain('δ 2e-6')
})

it('holds nothing back once a source is spent', () => {
  const markup = renderToStaticMarkup(
    <PrivacyAccount
      limit={6}
      together={{ epsilon: 6, delta: 1e-6 }}
      thisDelivery={{ label: 'This delivery', epsilon: 6, share: 1 }}
    />,
  )
  expect(markup).toContain('0% held back')
})
