import type { applicationForm } from '@semblance/contract'
import type { z } from 'zod'

/** What the form holds; a choice not yet made is '' until the rules refuse it. */
export type RegistrationValues = z.input<typeof applicationForm>
