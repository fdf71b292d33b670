import type { Command } from '../command.ts'
import { readForm } from '../read-form.ts'

/** Posts a request for data. */
export const request: Command = {
  summary: 'post a request for data',
  help: `Usage: semblance request FORM.json [--json]

Posts a data procurement request. FORM.json holds its fields as POST /api/dprs takes them, amounts in cents;
- reads it from the standard input. Requires the scope dprs:write.

Example:
  echo '{ "title": "Basket histories", "category": "retail", "description": "Two years of baskets",
    "useCase": "Forecasts", "complianceRequirements": "GDPR", "deliveryFormat": "csv",
    "contacts": "data@example.com", "budgetMinCents": 100000, "budgetMaxCents": 200000,
    "timelineDays": 14, "minAccuracyPercent": null }' | semblance request -
`,
  options: {},
  run: async ({ words }, { client, terminal, answer }) => {
    const form = await readForm(words[0], terminal)
    const posted = await client.api.dprs.create(form as never)
    answer(posted, `${posted.id} is posted: ${posted.title}.`)
  },
}
