import type { TaxFormStatus } from '@semblance/contract'

/** Says how an organization stands with its tax form, and what comes next. */
export const taxFormTexts: Record<TaxFormStatus, { label: string; next: string }> = {
  missing: { label: 'Missing', next: 'Upload a signed W-9 or W-8BEN-E.' },
  waiting: { label: 'Uploaded', next: 'It waits for our staff to look at it.' },
  accepted: { label: 'Accepted', next: 'There is nothing to do.' },
  refused: { label: 'Not accepted', next: 'Read the reason, and upload another one.' },
  expired: { label: 'Expired', next: 'Upload a form that was signed since.' },
}
