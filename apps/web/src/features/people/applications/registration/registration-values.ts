import type { applicationForm } from '@semblance/contract'
import type { z } from 'zod'

/** Describes the form's values; a choice not yet made is '' until the rules reject it. */
export type RegistrationValues = z.input<typeof applicationForm>
