/** Groups the palette's entries, the most likely first. */
import type { Hit } from '@semblance/contract'
import { type LucideIcon, Search } from 'lucide-react'
import { paths } from '@/paths.ts'
import type { Command } from './commands.ts'
import { hitKindLooks, shownId, statusOf, titleOf } from './hit-labels.ts'
import { bestFirst, type HitGroup, splitByName } from './rank-hits.ts'
import type { RecentPlace } from './recent-places.ts'

export type Entry = {
  /** Part of an element's ID: without a space. */
  key: string
  label: string
  icon: LucideIcon
  detail?: string | null
  id?: string | null
  status?: ReturnType<typeof statusOf>
  chosen: { command: Command } | { hit: Hit | RecentPlace } | { to: string }
}
export type EntryGroup = { label: string; entries: Entry[] }

type Content = {
  typed: string
  commands: Command[]
  groups: HitGroup[]
  recent: RecentPlace[]
  isStaff: boolean
}

/** Limits the commands that fit next to the results. */
const MAX_COMMANDS = 4

export function entryGroupsOf({ typed, commands, groups, recent, isStaff }: Content): EntryGroup[] {
  if (typed.trim() === '')
    return withEntries([
      { label: 'Recent', entries: recent.map((place) => entryOfHit('recent', place)) },
      { label: 'Go to', entries: commands.map(entryOfCommand) },
    ])
  const { named, others } = splitByName(groups, typed)
  const found = ({ kind, hits }: HitGroup): EntryGroup => ({
    label: hitKindLooks[kind].label,
    entries: hits.map((hit) => entryOfHit('hit', hit)),
  })
  const fitting = bestFirst(commands, typed).slice(0, MAX_COMMANDS)
  return withEntries([
    ...named.map(found),
    { label: 'Go to', entries: fitting.map(entryOfCommand) },
    ...others.map(found),
    { label: 'Everything', entries: isStaff ? [allResults(typed.trim())] : [] },
  ])
}

const withEntries = (groups: EntryGroup[]) => groups.filter(({ entries }) => entries.length > 0)

function entryOfHit(from: string, hit: Hit | RecentPlace): Entry {
  return {
    key: `${from}-${hit.kind}-${hit.id}-${hit.side}`,
    label: titleOf(hit),
    icon: hitKindLooks[hit.kind].icon,
    id: shownId(hit),
    ...('detail' in hit ? { detail: hit.detail, status: statusOf(hit) } : {}),
    chosen: { hit },
  }
}

const entryOfCommand = (command: Command): Entry => ({
  key: `command-${command.key}`,
  label: command.label,
  icon: command.icon,
  detail: command.detail,
  chosen: { command },
})

const allResults = (text: string): Entry => ({
  key: 'all-results',
  label: `All results for “${text}”`,
  icon: Search,
  chosen: { to: paths.adminSearch(text) },
})
