import { Pause, Play } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { Button } from '@/components/ui/button.tsx'
import { Progress } from '@/components/ui/progress.tsx'
import { duration, fileSize, plural } from '@/lib/format.ts'
import type { ShownFile } from '../shown-files.ts'
import { addSample, rateOf } from './transfer-rate.ts'

type OverallProgressProps = {
  files: readonly ShownFile[]
  onPauseAll: () => void
  onResumeAll: () => void
}

const sum = (files: readonly ShownFile[], of: 'bytes' | 'sentBytes') =>
  files.reduce((total, file) => total + file[of], 0)

/** Shows the progress of all files: amount, speed, time left. */
export function OverallProgress({ files, onPauseAll, onResumeAll }: OverallProgressProps) {
  const [bytes, sentBytes] = [sum(files, 'bytes'), sum(files, 'sentBytes')]
  const isMoving = files.some(({ phase }) => phase === 'sending')
  const isHeld = files.some(
    ({ phase, key }) => key !== null && (phase === 'paused' || phase === 'failed'),
  )
  const rate = useRate(sentBytes, isMoving)
  if (sentBytes === bytes) return null
  return (
    <div className="grid gap-1.5">
      <Progress value={Math.round((sentBytes / (bytes || 1)) * 100)} label="Upload of all files" />
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p className="num text-muted-foreground text-sm">
          {plural(files.length, 'file')}, {fileSize(sentBytes)} of {fileSize(bytes)}
          {isMoving && rate !== null && rate > 0 && (
            <>
              , {fileSize(rate)}/s, {duration((bytes - sentBytes) / rate / 60)} left
            </>
          )}
        </p>
        {isMoving ? (
          <Button type="button" variant="ghost" size="sm" onClick={onPauseAll}>
            <Pause aria-hidden /> Pause all
          </Button>
        ) : (
          isHeld && (
            <Button type="button" variant="ghost" size="sm" onClick={onResumeAll}>
              <Play aria-hidden /> Resume all
            </Button>
          )
        )}
      </div>
    </div>
  )
}

/** Measured each second while something moves. */
function useRate(sentBytes: number, isMoving: boolean): number | null {
  const [samples, setSamples] = useState<ReturnType<typeof addSample>>([])
  const look = useEffectEvent(() =>
    setSamples((before) => addSample(before, { at: Date.now(), sentBytes })),
  )
  useEffect(() => {
    if (!isMoving) return setSamples([])
    look()
    const timer = setInterval(() => look(), 1000)
    return () => clearInterval(timer)
  }, [isMoving])
  return rateOf(samples)
}
