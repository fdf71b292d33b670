import type { Conversation, Side } from '@semblance/contract'
import { useState } from 'react'
import { SearchInput } from '@/components/blocks/lists/search-input.tsx'
import { Select } from '@/components/ui/select.tsx'
import { Tabs, TabsContent, TabsList, TabsTrigger } from '@/components/ui/tabs.tsx'
import { cn } from '@/lib/cn.ts'
import { ContactList } from './contact-list.tsx'
import { ConversationList, type ConversationSort, conversationSorts } from './conversation-list.tsx'

type Tab = 'recent' | 'contacts'

type ConversationPaneProps = {
  side: Side
  selected: Conversation | undefined
  onSelect: (conversationId: string) => void
  className?: string
}

/** Finds the other party of a conversation by name, in two lists. */
export function ConversationPane({ side, selected, onSelect, className }: ConversationPaneProps) {
  const [search, setSearch] = useState('')
  const [sort, setSort] = useState<ConversationSort>('recent')
  const [tab, setTab] = useState<Tab>('recent')
  const list = { side, search, selected, onSelect }
  return (
    <section
      aria-label="Conversations"
      className={cn('min-h-0 flex-col border-r max-md:border-r-0', className)}
    >
      <div className="p-4 pb-0">
        <SearchInput
          label="Search contacts by name"
          placeholder="Search by name"
          value={search}
          onChange={setSearch}
        />
      </div>
      <Tabs
        value={tab}
        onValueChange={(next) => setTab(next as Tab)}
        className="flex min-h-0 flex-1 flex-col"
      >
        <div className="mx-4 flex items-end justify-between gap-3 border-b pt-2">
          <TabsList aria-label="Lists" className="-mb-px border-b-0">
            <TabsTrigger value="recent">Recent</TabsTrigger>
            <TabsTrigger value="contacts">Contacts</TabsTrigger>
          </TabsList>
          {tab === 'recent' && (
            <Select
              size="sm"
              aria-label="Sort conversations"
              options={conversationSorts}
              value={sort}
              onValueChange={setSort}
              className="mb-1.5 w-[112px]"
            />
          )}
        </div>
        <TabsContent value="recent" className="relative min-h-0 flex-1 overflow-y-auto">
          <ConversationList {...list} sort={sort} />
        </TabsContent>
        <TabsContent value="contacts" className="relative min-h-0 flex-1 overflow-y-auto">
          <ContactList {...list} />
        </TabsContent>
      </Tabs>
    </section>
  )
}
