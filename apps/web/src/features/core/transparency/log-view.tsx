import { type LogWitnesses, logDirectoryPath, type PublishedLog } from '@semblance/contract'
import { Link } from 'react-router'
import { Panel } from '@/components/blocks/panel.tsx'
import { DescriptionList } from '@/components/blocks/text/description-list.tsx'
import { TimeText } from '@/components/blocks/text/time-text.tsx'
import { count, dateTime, plural } from '@/lib/format.ts'
import { paths } from '@/paths.ts'
import { FirstLeaf } from './first-leaf.tsx'

const states: Record<PublishedLog['state'], string> = {
  open: 'Signs new leaves',
  rolled_back: 'Stopped: the database was brought back from a backup',
  without_key: 'Stopped: its key cannot be used',
  closed: 'Closed: another log follows',
}

/** Shows the logs with what anyone needs to follow them. */
export function LogView({ logs, witnesses }: { logs: PublishedLog[]; witnesses: LogWitnesses }) {
  const [newest, ...older] = logs
  const hasWitnesses = witnesses.list.length > 0
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 lg:grid-cols-[minmax(0,1fr)_360px]">
      <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-5">
        {newest ? <Log log={newest} title="Newest checkpoint" /> : <NotStarted />}
        {older.map((log) => (
          <Log key={log.number} log={log} title={`Log ${log.number}`} />
        ))}
      </div>
      <aside aria-label="Check it yourself" className="grid grid-cols-[minmax(0,1fr)] gap-5">
        <Panel title="What it shows">
          <p className="text-sm">
            Each step of a deal, each ledger entry and each row of the audit log is a leaf: 32 bytes
            that commit to its content and reveal nothing of it. What opens a leaf, its content and
            a random salt, is kept apart from the log, and can be erased. A leaf that is in the tree
            cannot be changed, moved or taken out without changing every checkpoint after it.
          </p>
        </Panel>
        {hasWitnesses && <Witnesses newest={newest} witnesses={witnesses} />}
        <Panel title="What it cannot show">
          <p className="text-sm">
            {hasWitnesses
              ? 'Cosignatures come after a checkpoint is published. One without enough of them may have been shown to you alone: wait for them, or compare it with somebody else’s of the same size. This page cannot tell if witnesses are independent of the platform.'
              : 'No witness cosigns these checkpoints. The platform could show one tree to you and another one to somebody else; that is found only when two people compare their checkpoints of the same size.'}{' '}
            Keep the ones you rely on. The number of leaves and the time of each checkpoint are
            public.
          </p>
        </Panel>
        <Panel title="How to verify">
          <p className="text-sm">
            The format is that of C2SP: <span className="mono text-xs">tlog-tiles</span>,{' '}
            <span className="mono text-xs">tlog-checkpoint</span> and{' '}
            <span className="mono text-xs">signed-note</span> with Ed25519, hashed as in RFC 6962.
            Any client of such logs reads checkpoints and tiles below the log’s path, and the keys
            at{' '}
            <a className="link" href={logDirectoryPath}>
              {logDirectoryPath}
            </a>
            .
          </p>
          <p className="mt-2 text-sm">
            A party of a deal can download a dossier of it;{' '}
            <Link to={paths.verify} className="link">
              verify one here
            </Link>
            .
          </p>
        </Panel>
      </aside>
    </div>
  )
}

type WitnessesProps = { newest: PublishedLog | undefined; witnesses: LogWitnesses }

/** Shows who cosigns the log, and how far they have come. */
function Witnesses({ newest, witnesses: { list, quorum } }: WitnessesProps) {
  const names = newest?.checkpoint?.cosignedBy.map(({ name }) => name) ?? []
  const cosigned = newest?.cosigned
  return (
    <Panel title="Witnesses">
      <p className="text-sm">
        {names.length} of {plural(list.length, 'witness', 'witnesses')} cosigned the newest
        checkpoint so far{names.length > 0 && `: ${names.join(', ')}`}. {quorum} of them are enough.{' '}
        {cosigned
          ? `The newest checkpoint with that many has ${plural(Number(cosigned.size), 'leaf', 'leaves')}.`
          : 'No checkpoint has that many yet.'}
      </p>
      <p className="mt-2 text-sm">
        A witness signs only a tree that continues the one it has signed before. Who checks enough
        of their cosignatures is shown the same tree as everybody else who does, unless witnesses
        err or help to deceive.
      </p>
      <p className="mt-3 text-muted-foreground text-sm">Keys that verify them</p>
      <pre className="mono mt-1.5 whitespace-pre-wrap break-all rounded-sm bg-muted p-3 text-xs">
        {list.map(({ verifierKey }) => verifierKey).join('\n')}
      </pre>
    </Panel>
  )
}

function Log({ log, title }: { log: PublishedLog; title: string }) {
  const { origin, state, verifierKey, checkpoint, openedAt, path } = log
  return (
    <Panel title={title} description={states[state]}>
      <DescriptionList
        rows={[
          { term: 'Origin', value: <span className="mono break-all text-sm">{origin}</span> },
          {
            term: 'Leaves',
            value: <span className="num">{checkpoint ? count(Number(checkpoint.size)) : 0}</span>,
          },
          ...(checkpoint
            ? [
                {
                  term: 'Published',
                  value: <TimeText at={checkpoint.publishedAt} show={dateTime} />,
                },
              ]
            : []),
          { term: 'Opened', value: <TimeText at={openedAt} show={dateTime} /> },
        ]}
      />
      {checkpoint && (
        <>
          <p className="mt-3 text-muted-foreground text-sm">
            The signed text, served at{' '}
            <a className="link" href={`${path}/checkpoint`}>
              {path}/checkpoint
            </a>
          </p>
          <pre className="mono mt-1.5 whitespace-pre-wrap break-all rounded-sm bg-muted p-3 text-xs">
            {checkpoint.note}
          </pre>
        </>
      )}
      <p className="mt-3 text-muted-foreground text-sm">Key that verifies it</p>
      <pre className="mono mt-1.5 whitespace-pre-wrap break-all rounded-sm bg-muted p-3 text-xs">
        {verifierKey}
      </pre>
      {log.firstLeaf && <FirstLeaf opening={log.firstLeaf} />}
    </Panel>
  )
}

function NotStarted() {
  return (
    <Panel title="No checkpoint yet">
      <p className="text-sm">The first one is published within a minute of the start.</p>
    </Panel>
  )
}
