import { legalVersions } from '@semblance/client'
import { legalRequired, legalTitles } from '@semblance/contract'
import { UsageError } from '@semblance/synth/command-line'
import type { Command } from '../command.ts'
import { readForm } from '../read-form.ts'

const titles = legalRequired.offer.map((document) => legalTitles[document])

/** Sends an offer on a request. */
export const offer: Command = {
  summary: 'send an offer on a request',
  help: `Usage: semblance offer FORM.json --accept-terms [--json]

Sends an offer. FORM.json holds its fields as POST /api/offers takes them, amounts in cents; - reads it from
the standard input. Requires the scope offers:write.

  --accept-terms   accepts, for your organization, the versions in force of the ${titles[0]},
                   the ${titles[1]} and the ${titles[2]}. Without it, name the
                   versions that you accept in the form's field accepted

Example:
  echo '{ "dprId": "DPR-2041", "priceCents": 150000, "timelineDays": 10, "minAccuracyPercent": null,
    "description": "Our loyalty panel" }' | semblance offer - --accept-terms
`,
  options: { 'accept-terms': { type: 'boolean' } },
  run: async ({ words, values }, { client, terminal, answer }) => {
    const form = await readForm(words[0], terminal)
    if (!values['accept-terms'] && !form.accepted)
      throw new UsageError(
        `An offer accepts the ${titles.join(', the ')}: read them on the page Legal, then add --accept-terms.`,
      )
    const accepted = form.accepted ?? (await legalVersions(client.api))
    const sent = await client.api.offers.submit({ ...form, accepted } as never)
    answer(sent, `${sent.id} is sent.`)
  },
}
