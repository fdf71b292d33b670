/** The five sections of the request form: their fields, what they hold, and where a mistake is. */
import {
  categories,
  dataFormatLabels,
  licenseLine,
  privacyLevelLabels,
  rulesOf,
} from '@semblance/contract'
import { NO_MINIMUM } from '@/components/blocks/accuracy/no-minimum.ts'
import { date, plural } from '@/lib/format.ts'
import { type DprFieldName, requiredFields } from './dpr-form-schema.ts'
import type { StartedDprForm } from './dpr-form-values.ts'
import { budgetOf, toDprViewModel } from './dpr-view-model.ts'

export const sectionIds = ['data', 'columns', 'budget', 'compliance', 'advanced'] as const
export type SectionId = (typeof sectionIds)[number]

type Section = {
  title: string
  /** Below the title in the rail. */
  note: string
  /** In "Continue to budget". */
  short: string
  fields: readonly DprFieldName[]
}

export const sections: Record<SectionId, Section> = {
  data: {
    title: 'Data',
    note: 'What it is, what it is for',
    short: 'data',
    fields: ['title', 'category', 'description', 'useCase'],
  },
  columns: {
    title: 'Columns',
    note: 'From a header or a sample',
    short: 'columns',
    fields: ['dataContract'],
  },
  budget: {
    title: 'Budget and delivery',
    note: 'Price, days, format',
    short: 'budget',
    fields: ['budgetMinCents', 'budgetMaxCents', 'timelineDays', 'deliveryFormat', 'closesInDays'],
  },
  compliance: {
    title: 'Compliance and contacts',
    note: 'Rules, people',
    short: 'compliance',
    fields: ['complianceRequirements', 'contacts', 'notes'],
  },
  advanced: {
    title: 'Advanced',
    note: 'Accuracy, rights, vendors',
    short: 'advanced',
    fields: [
      'privacyLevel',
      'minAccuracyPercent',
      'minRecords',
      'sampleRecords',
      'reviewDays',
      'specifications',
      'technicalRequirements',
      'deliverables',
      'vendorMinRating',
      'vendorMinCompleted',
      'vendorPreferences',
      'moreRows',
      'license',
    ],
  },
}

/** Returns the first section that holds one of these fields. */
export const sectionOf = (names: readonly string[]): SectionId | undefined =>
  sectionIds.find((id) => sections[id].fields.some((name) => names.includes(name)))

/** Counts the required fields of a section, and those that are filled in. */
export function requiredIn(id: SectionId, typed: Partial<StartedDprForm>) {
  const names = requiredFields.filter((name) => sections[id].fields.includes(name))
  return { all: names.length, done: names.filter((name) => typed[name]?.trim()).length }
}

/** Describes what a section holds, in one line. */
export function summaryOf(id: SectionId, typed: Partial<StartedDprForm>): string {
  const dpr = toDprViewModel(typed, new Date())
  const join = (parts: (string | null | undefined | false | 0)[], none: string) =>
    parts.filter(Boolean).join(', ') || none
  switch (id) {
    case 'data':
      return join(
        [typed.title?.trim(), dpr.category && categories[dpr.category], dpr.useCase],
        'Data type, category, description, use case',
      )
    case 'columns': {
      const names = dpr.dataContract
        ? rulesOf(dpr.dataContract).flatMap((table) => table.columns.map(({ name }) => name))
        : (typed.dataContract?.from === 'columns' ? typed.dataContract.columns : [])
            .map(({ name }) => name)
            .filter(Boolean)
      if (names.length === 0) return 'Optional: columns that must be there'
      const more = names.length - 4
      return `${plural(names.length, 'column')}: ${names.slice(0, 4).join(', ')}${more > 0 ? ` and ${more} more` : ''}`
    }
    case 'budget':
      return join(
        [
          budgetOf(dpr),
          dpr.timelineDays && plural(dpr.timelineDays, 'day'),
          dpr.deliveryFormat && dataFormatLabels[dpr.deliveryFormat],
          dpr.budgetMinCents !== null && dpr.closesAt && `offers until ${date(dpr.closesAt)}`,
        ],
        'Budget, timeline, delivery format, when offers close',
      )
    case 'compliance':
      return join(
        [dpr.complianceRequirements, typed.contacts?.trim()],
        'Compliance requirements, contacts, notes',
      )
    case 'advanced':
      return join(
        [
          privacyLevelLabels[dpr.privacyLevel],
          accuracyText(typed.minAccuracyPercent),
          dpr.reviewDays && `${plural(dpr.reviewDays, 'day')} to review`,
          licenseLine(dpr.license).toLowerCase(),
        ],
        '',
      )
  }
}

function accuracyText(typed = '') {
  if (typed === NO_MINIMUM) return 'no minimum accuracy'
  return typed.trim() ? `accuracy ${typed.trim()}% or more` : 'minimum accuracy to be chosen'
}
