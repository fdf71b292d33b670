import { Panel } from '@/components/blocks/panel.tsx'
import { CopyButton } from '@/components/blocks/text/copy-button.tsx'
import { Tabs, TabsContent, TabsList, TabsTrigger } from '@/components/ui/tabs.tsx'
import { CommandPanel } from './command-panel.tsx'
import { programs } from './programs.ts'

/** Shows the program that makes a whole deal by two keys, as the tests of the server run it, and the command. */
export function QuickStart() {
  return (
    <>
      <Panel
        title="Quick start"
        description="A whole deal by two keys: request, offer, acceptance, payment, delivery, download and release."
      >
        <ol className="grid max-w-[76ch] list-decimal gap-1.5 pl-5 text-base">
          <li>
            Try it with companies of the sample marketplace, where there is one: an administrator of
            a client makes a key, and one of a vendor another.
          </li>
          <li>
            The client’s key needs to post requests, to read contracts and deliveries, and to accept
            and pay up to $2,000; the vendor’s to send offers, to deliver, and to read deliveries.
          </li>
          <li>
            The program takes any table of 100 rows or more as CSV, and a directory for the twin. It
            sends the versions of the legal documents in force, which accepts them.
          </li>
        </ol>
        <Tabs defaultValue={programs[0].name} className="mt-5 min-w-0">
          <TabsList aria-label="Language">
            {programs.map(({ name }) => (
              <TabsTrigger key={name} value={name}>
                {name}
              </TabsTrigger>
            ))}
          </TabsList>
          {programs.map((program) => (
            <TabsContent key={program.name} value={program.name} className="grid gap-3 pt-4">
              <pre className="mono whitespace-pre-wrap rounded-md bg-sunken p-4 text-sm [overflow-wrap:anywhere]">
                {program.text}
              </pre>
              <div>
                <CopyButton text={program.text} noun={program.file} />
              </div>
            </TabsContent>
          ))}
        </Tabs>
      </Panel>
      <CommandPanel />
    </>
  )
}
